/** Lines that stand near secrets in real code and hold none. */
export const ORDINARY_LINES: readonly string[] = String.raw`
password = None
<assemblyIdentity name="System.Web" publicKeyToken="31bf3856ad364e35" />
Version=9.0.0.0, Culture=neutral, PublicKeyToken=30ad4fe6b2a6aeed
password = ""
password = get_password()
password = getpass.getpass("Password: ")
password = os.environ["DB_PASSWORD"]
password = os.environ.get("DB_PASSWORD")
password = os.getenv("DB_PASSWORD", "")
password = settings.DATABASE_PASSWORD
password = self.cleaned_data["password"]
password = request.POST.get("password")
password = forms.CharField(label="Password", widget=forms.PasswordInput)
password: str
password: str = None
password: Optional[str] = None
password?: string;
password: string;
  password: string | undefined,
private final String password;
String password = null;
let password: String = String::new();
var password string
Password string ${"`"}json:"password"${"`"}
const password = process.env.PASSWORD;
const password = req.body.password;
const { password } = req.body;
password: process.env.DB_PASSWORD,
password: ${"${"}DB_PASSWORD}
password: {{ .Values.db.password }}
password: !vault |
password: <your-password>
password: xxxxxxxx
password: ********
password: changeme
password=your_password_here
DB_PASSWORD=
DB_PASSWORD=$DB_PASSWORD
DB_PASSWORD=${"${"}DB_PASSWORD:-}
export TOKEN=$(cat token.txt)
"password": "Password",
"password": "Passwort",
"password": "密码",
"password": "The password is incorrect.",
"password_confirmation": "Confirm your password",
'password' => 'required|min:8',
'password' => ['required', 'string'],
<input type="password" name="password">
<label for="password">Password</label>
if password == "":
if not password:
if (password === confirmPassword) {
assert password is not None
raise ValueError("password must be at least 8 characters")
PASSWORD_MIN_LENGTH = 8
password_reset_url = "/accounts/reset/"
def check_password(password, encoded, setter=None, preferred='default'):
user.set_password(password)
validate_password(password, user=user)
token: str
token: Token
token = None
token = next(tokens)
token = lexer.token()
token = tokens[0]
token = self.token
token = "comma"
token = TOKEN_COMMA
token.type = "identifier"
type Token = { kind: string; value: string };
const token = await getToken();
const token = localStorage.getItem("token");
headers: { Authorization: ${"`"}Bearer ${"${"}token}${"`"} },
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
Authorization: Bearer ${"${"}{ secrets.GITHUB_TOKEN }}
-H "Authorization: Bearer YOUR_API_KEY"
api_key = "YOUR_API_KEY"
api_key = "your-api-key-here"
api_key = "<api key>"
api_key: ${"${"}API_KEY}
apiKey: string;
apiKey: config.apiKey,
API_KEY = os.environ["API_KEY"]
API_KEY=xxxxxxxxxxxxxxxx
SECRET_KEY = env("SECRET_KEY")
SECRET_KEY = config('SECRET_KEY')
secret_key = app.config["SECRET_KEY"]
secret = crypto.randomBytes(32).toString("hex");
secret: Buffer;
secretName: my-app-secret
secretKeyRef:
client_secret=<client_secret>
clientSecret: process.env.CLIENT_SECRET!,
access_token = response.json()["access_token"]
accessToken: AccessToken
refresh_token = data.get("refresh_token")
csrf_token = get_token(request)
csrfmiddlewaretoken: "{{ csrf_token }}"
next_page_token: "abc"
cancelToken: source.token,
tokenizer = Tokenizer(vocab="bert-base-uncased")
max_tokens = 4096
"max_tokens": 1024,
private_key = load_key(path)
private_key_path: "/etc/ssl/private/server.key"
key = "name"
keys = ["id", "name"]
primary_key = True
foreign_key = "user_id"
public_key: PublicKey
# the password is required
# the token is valid for 5 minutes
The password is stored in the vault.
Password: required
Passwords must match.
密码不能为空
密码：请输入密码
密码长度至少为 8 位
请输入密码
密码错误，请重试
修改密码
令牌已过期
密钥管理
postgres://user:password@localhost:5432/db
postgres://${"${"}USER}:${"${"}PASS}@db/x
mysql://localhost:3306/db
redis://localhost:6379/0
https://user@host.example/path
https://example.com/login?next=/home
https://example.com/?token=<token>
git@github.com:owner/repo.git
ssh://git@github.com/owner/repo.git
ENV PASSWORD_FILE=/run/secrets/password
mysql -u root -p
mysql --password=$PASS
curl -u "$USER:$PASS" https://h.example
docker login --password-stdin
import { token } from "./token.ts";
from django.contrib.auth.tokens import default_token_generator
class PasswordResetTokenGenerator:
sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
commit 5f3759df1a2b3c4d5e6f708192a3b4c5d6e7f809
"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="
id: 0a1b2c3d-4e5f-6789-0a1b-2c3d4e5f6789
-----BEGIN PUBLIC KEY-----
-----BEGIN CERTIFICATE-----
const HEADER = "-----BEGIN PRIVATE KEY-----";
if "BEGIN RSA PRIVATE KEY" in text:
sk-learn and sk-image
task-runner: sk-loading
hash = bcrypt.hash(password, 10)
cost = $2 + $3
`.trim().split("\n").filter((line) => line.trim() !== "");
