/**
 * Secrets in the places where they are found, and lines that look alike. Every value is made up and put together at
 * run time from parts.
 */

/** A made-up value of `length` characters that looks random: letters of both cases and digits. */
export function opaque(length: number, alphabet = "aB3xK9qTz5WmR7vLc2Yd"): string {
  let out = "";
  for (let at = 0; out.length < length; at++) out += alphabet.charAt((at * 7 + (at >> 2)) % alphabet.length);
  return out;
}

/** A made-up hexadecimal value. */
export const hex = (length: number): string => opaque(length, "0a1b2c3d4e5f6789");

const UUID = "0a1b2c3d-4e5f-6789-0a1b-2c3d4e5f6789";
const BASE64 = (text: string): string => btoa(text);
const KEY = (
  kind: string,
): [string, string] => [`-----BEGIN ${kind}PRIVATE ` + "KEY-----", `-----END ${kind}PRIVATE ` + "KEY-----"];
const BODY = [opaque(64), opaque(64).split("").reverse().join(""), opaque(40) + "=="];

/** A text and the part of it that must be gone. */
export type Sample = readonly [text: string, secret: string];

function sample(make: (secret: string) => string, secret: string): Sample {
  return [make(secret), secret];
}

/** Secrets by context rather than by their own shape. */
export const CONTEXT_SECRETS: readonly Sample[] = [
  // Assignments in many languages.
  ...[
    (s: string) => `password = "${s}"`,
    (s: string) => `password='${s}'`,
    (s: string) => `PASSWORD: "${s}"`,
    (s: string) => `  "password": "${s}",`,
    (s: string) => `{\\"password\\": \\"${s}\\"}`,
    (s: string) => `'DB_PASSWORD' => '${s}',`,
    (s: string) => `define('DB_PASSWORD', '${s}');`,
    (s: string) => `const dbPassword = \`${s}\`;`,
    (s: string) => `const dbPassword: string = "${s}";`,
    (s: string) => `db_password: str = "${s}"`,
    (s: string) => `String dbPassword = "${s}";`,
    (s: string) => `dbPassword := "${s}"`,
    (s: string) => `var DbPassword string = "${s}"`,
    (s: string) => `let db_password: &str = "${s}";`,
    (s: string) => `static const char *db_password = "${s}";`,
    (s: string) => `#define DB_PASSWORD "${s}"`,
    (s: string) => `config["password"] = "${s}"`,
    (s: string) => `config[:password] = '${s}'`,
    (s: string) => `settings.password = "${s}"`,
    (s: string) => `os.environ["DB_PASSWORD"] = "${s}"`,
    (s: string) => `process.env.DB_PASSWORD = "${s}";`,
    (s: string) => `export DB_PASSWORD=${s}`,
    (s: string) => `export DB_PASSWORD="${s}"`,
    (s: string) => `DB_PASSWORD=${s}`,
    (s: string) => `set DB_PASSWORD=${s}`,
    (s: string) => `$env:DB_PASSWORD = "${s}"`,
    (s: string) => `ENV DB_PASSWORD=${s}`,
    (s: string) => `ENV DB_PASSWORD ${s}`,
    (s: string) => `- DB_PASSWORD=${s}`,
    (s: string) => `    password: ${s}`,
    (s: string) => `password: '${s}'`,
    (s: string) => `db.password=${s}`,
    (s: string) => `spring.datasource.password = ${s}`,
    (s: string) => `password ${s}`,
    (s: string) => `connect(user="app", password="${s}")`,
    (s: string) => `if password == "${s}":`,
    (s: string) => `password = os.environ.get("PW", "${s}")`,
    (s: string) => `const pw = process.env.PASSWORD || "${s}";`,
    (s: string) => `password: process.env.PASSWORD ?? '${s}',`,
    (s: string) => `user.set_password("${s}")`,
    (s: string) => `client.setPassword('${s}');`,
    (s: string) => `.withPassword("${s}")`,
    (s: string) => `<password>${s}</password>`,
    (s: string) => `<add key="DbPassword" value="${s}" />`,
    (s: string) => `<property name="password" value="${s}"/>`,
    (s: string) => `<input type="password" value="${s}">`,
    (s: string) => `mysql -u root -p${s} app`,
    (s: string) => `mysqldump --password=${s} app`,
    (s: string) => `sshpass -p '${s}' ssh host`,
    (s: string) => `curl -u admin:${s} https://h.example/`,
    (s: string) => `PGPASSWORD=${s} psql -h db`,
    (s: string) => `redis-cli -a ${s}`,
    (s: string) => `docker login -u me --password ${s}`,
    (s: string) => `["--password", "${s}"]`,
    (s: string) => `ALTER USER app WITH PASSWORD '${s}';`,
    (s: string) => `CREATE USER app IDENTIFIED BY '${s}';`,
    (s: string) => `the password is ${s}, do not share it`,
    (s: string) => `Password: ${s}`,
    (s: string) => `user: app password: ${s}`,
    (s: string) => `username/password: app/${s}`,
    (s: string) => `# old password: ${s}`,
    (s: string) => `// pwd=${s}`,
    (s: string) => `passwd = "${s}"`,
    (s: string) => `passphrase: "${s}"`,
    (s: string) => `密码：${s}`,
    (s: string) => `数据库密码: ${s}`,
    (s: string) => `密码是${s}，请保密`,
    (s: string) => `登录口令：“${s}”`,
    (s: string) => `// 默认密码为 ${s}`,
    (s: string) => `初始密码（管理员）：${s}`,
    (s: string) => `管理员账号admin，密码${s}`,
    (s: string) => `账号/密码：admin/${s}`,
    (s: string) => `"密码": "${s}"`,
    (s: string) => `密碼＝${s}`,
  ].map((make) => sample(make, "hunter2X" + "!9z")),
  ...[
    (s: string) => `token = "${s}"`,
    (s: string) => `"access_token": "${s}"`,
    (s: string) => `refreshToken: '${s}'`,
    (s: string) => `API_KEY=${s}`,
    (s: string) => `apiKey: "${s}",`,
    (s: string) => `api-key: ${s}`,
    (s: string) => `"x-api-key": "${s}"`,
    (s: string) => `X-API-Key: ${s}`,
    (s: string) => `client_secret=${s}`,
    (s: string) => `clientSecret = "${s}"`,
    (s: string) => `SECRET_KEY = '${s}'`,
    (s: string) => `app.secret_key = "${s}"`,
    (s: string) => `private_key: "${s}"`,
    (s: string) => `encryptionKey := "${s}"`,
    (s: string) => `JWT_SECRET=${s}`,
    (s: string) => `signing_key: ${s}`,
    (s: string) => `Authorization: Bearer ${s}`,
    (s: string) => `authorization: token ${s}`,
    (s: string) => `"Authorization": "Bearer ${s}"`,
    (s: string) => `headers = {"Authorization": f"Bearer ${s}"}`,
    (s: string) => `-H "Authorization: Bearer ${s}"`,
    (s: string) => `https://h.example/a?token=${s}`,
    (s: string) => `https://h.example/a?x=1&api_key=${s}&y=2`,
    (s: string) => `https://h.example/a?access_token=${s}`,
    (s: string) => `wss://h.example/?auth=${s}`,
    (s: string) => `git clone https://${s}@git.example/o/r.git`,
    (s: string) => `git clone https://oauth2:${s}@git.example/o/r.git`,
    (s: string) => `Cookie: theme=dark; sessionid=${s}`,
    (s: string) => `Set-Cookie: auth_token=${s}; HttpOnly`,
    (s: string) => `令牌：${s}`,
    (s: string) => `密钥: ${s}`,
    (s: string) => `访问密钥为 ${s}`,
    (s: string) => `私钥 = "${s}"`,
    (s: string) => `微信 AppSecret：${s}`,
    (s: string) => `--token ${s}`,
    (s: string) => `--api-key=${s}`,
    (s: string) => `<token>${s}</token>`,
    (s: string) => `vault write secret/app token=${s}`,
    (s: string) => `headers.set("X-Auth-Token", "${s}")`,
    (s: string) => `api_key = """${s}"""`,
    (s: string) => `secret: >-\n  ${s}`,
    (s: string) => `"token":\n    "${s}"`,
    (s: string) => `password%3D${s}`,
    (s: string) => `auth=("me", "x"); token="${s}"`,
  ].map((make) => sample(make, opaque(32))),
  // Connection strings.
  ...[
    "postgres",
    "postgresql",
    "mysql",
    "mongodb",
    "mongodb+srv",
    "redis",
    "rediss",
    "amqp",
    "amqps",
    "mssql",
    "ftp",
    "sftp",
    "smtp",
    "ldap",
    "https",
    "jdbc:mysql",
    "mysql+pymysql",
    "clickhouse",
    "nats",
    "kafka",
  ]
    .map((scheme) => sample((s) => `url = "${scheme}://app:${s}@db.example:5432/app"`, "hunter2X" + "!9z")),
  sample((s) => `redis://:${s}@cache:6379/0`, opaque(12)),
  sample((s) => `jdbc:postgresql://db/app?user=app&password=${s}`, "hunter2X" + "9z"),
  sample((s) => `jdbc:oracle:thin:app/${s}@//db:1521/x`, "hunter2X" + "9z"),
  sample((s) => `Server=db;Database=app;User Id=sa;Password=${s};Encrypt=true`, "hunter2X" + "!9z"),
  sample((s) => `Driver={ODBC};Server=db;Uid=sa;Pwd=${s};`, "hunter2X" + "!9z"),
  sample((s) => `host=db user=app password=${s} dbname=app`, "hunter2X" + "!9z"),
  sample((s) => `machine h.example\n  login me\n  password ${s}`, "hunter2X" + "!9z"),
  // Keys in blocks, whole and cut off.
  ...["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED "].flatMap((kind): Sample[] => {
    const [begin, end] = KEY(kind);
    const body = BODY.join("\n");
    return [
      [`${begin}\n${body}\n${end}`, BODY[1] ?? ""],
      [`${begin}\n${body}`, BODY[1] ?? ""],
      [`${body}\n${end}\nnext line`, BODY[1] ?? ""],
      [`key = "${begin}\\n${BODY.join("\\n")}\\n${end}\\n"`, BODY[1] ?? ""],
      [`key = (\n  "${begin}\\n"\n${BODY.map((line) => `  "${line}\\n"`).join("\n")}\n)`, BODY[1] ?? ""],
      [
        `    key: |\n      ${begin}\n${BODY.map((line) => `      ${line}`).join("\n")}\n      ${end}`,
        BODY[1] ?? "",
      ],
      [`# ${begin}\n${BODY.map((line) => `# ${line}`).join("\n")}\n# ${end}`, BODY[1] ?? ""],
    ];
  }),
  [
    `-----BEGIN PGP PRIVATE ` +
    `KEY BLOCK-----\nVersion: 1\n\n${BODY.join("\n")}\n-----END PGP PRIVATE KEY BLOCK-----`,
    BODY[0] ?? "",
  ],
  [`${[...BODY.slice(0, 2), ...BODY.slice(0, 2)].join("\n")}`, BODY[1] ?? ""],
  // Wrapped in an encoding.
  ...[`password=hunter2X!9z`, `{"token":"${opaque(32)}"}`, `AWS_SECRET_ACCESS_KEY=${opaque(40)}`].map((
    text,
  ) => [`payload: ${BASE64(text)}`, BASE64(text)] as const),
  [`data:\n  password: ${BASE64("hunter2X!9z")}`, BASE64("hunter2X!9z")],
  [
    `-----BEGIN CONFIG-----\n${BASE64(KEY("")[0] + "\n" + BODY.join("\n"))}`,
    BASE64(KEY("")[0] + "\n" + BODY.join("\n")),
  ],
  [`sentry: https://${hex(32)}@o1.ingest.sentry.io/1`, hex(32)],
  [`heroku_api_key = "${UUID}"`, UUID],
];

/** The ways a secret of a known shape is wrapped; all must lose it. */
export const WRAPPERS: Readonly<Record<string, (secret: string) => string>> = {
  alone: (s) => s,
  JSON: (s) => `{"a": "${s}"}`,
  "JSON in a string": (s) => `"{\\"a\\": \\"${s}\\"}"`,
  YAML: (s) => `value: ${s}`,
  shell: (s) => `run --with '${s}' now`,
  "a comment": (s) => `// was ${s} until May`,
  markdown: (s) => `use \`${s}\` here`,
  Chinese: (s) => `请使用${s}。`,
  "Chinese brackets": (s) => `配置（${s}），勿外传`,
  "a spelled line break": (s) => `"first\\n${s}\\nlast"`,
  "a query": (s) => `https://h.example/?a=${s}&b=1`,
  parentheses: (s) => `f(${s})`,
  "zero-width characters": (s) => `x ${[...s].join("\u200B")} y`,
};
