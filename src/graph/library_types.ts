/**
 * Facts about Go's standard library that lead to interfaces a repository implements. Names consist of package and type:
 * `io.Writer`.
 */

/** Type of a library member: of a field, or of the first result of a call. */
export function libraryMember(holder: string, name: string): string | undefined {
  return MEMBERS.get(`${holder}.${name}`);
}

/** The interface that declares a method of a library interface: `io.Closer` for Close of `io.ReadCloser`. */
export function declaringInterface(type: string, method: string): string | undefined {
  const parts = INTERFACES.get(type) ?? [];
  if (parts.includes(method)) return type;
  for (const part of parts) {
    const found = part.includes(".") ? declaringInterface(part, method) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All methods of a library interface; empty if unknown. */
export function methodsOfInterface(type: string): readonly string[] {
  return (INTERFACES.get(type) ?? []).flatMap((part) =>
    part.includes(".") ? methodsOfInterface(part) : [part]
  );
}

function rows(text: string): [string, string[]][] {
  return text.trim().split("\n").map((line) => {
    const [name = "", rest = ""] = line.split(": ");
    return [name.trim(), rest.trim().split(" ")];
  });
}

const INTERFACES: ReadonlyMap<string, readonly string[]> = new Map(rows(`
error: Error
fmt.Stringer: String
fmt.GoStringer: GoString
fmt.Formatter: Format
fmt.Scanner: Scan
io.Reader: Read
io.Writer: Write
io.Closer: Close
io.Seeker: Seek
io.ReaderAt: ReadAt
io.WriterAt: WriteAt
io.ReaderFrom: ReadFrom
io.WriterTo: WriteTo
io.ByteReader: ReadByte
io.ByteWriter: WriteByte
io.RuneReader: ReadRune
io.StringWriter: WriteString
io.ReadCloser: io.Reader io.Closer
io.WriteCloser: io.Writer io.Closer
io.ReadWriter: io.Reader io.Writer
io.ReadSeeker: io.Reader io.Seeker
io.WriteSeeker: io.Writer io.Seeker
io.ReadWriteCloser: io.Reader io.Writer io.Closer
io.ReadWriteSeeker: io.Reader io.Writer io.Seeker
io.ReadSeekCloser: io.Reader io.Seeker io.Closer
http.Handler: ServeHTTP
http.ResponseWriter: Header Write WriteHeader
http.Flusher: Flush
http.Hijacker: Hijack
http.Pusher: Push
http.RoundTripper: RoundTrip
http.CookieJar: SetCookies Cookies
http.FileSystem: Open
http.File: io.Closer io.Reader io.Seeker Readdir Stat
fs.FS: Open
fs.ReadDirFS: fs.FS ReadDir
fs.ReadFileFS: fs.FS ReadFile
fs.StatFS: fs.FS Stat
fs.File: Stat Read Close
fs.FileInfo: Name Size Mode ModTime IsDir Sys
fs.DirEntry: Name IsDir Type Info
os.FileInfo: fs.FileInfo
os.DirEntry: fs.DirEntry
os.Signal: String Signal
net.Conn: Read Write Close LocalAddr RemoteAddr SetDeadline SetReadDeadline SetWriteDeadline
net.PacketConn: ReadFrom WriteTo Close LocalAddr SetDeadline SetReadDeadline SetWriteDeadline
net.Listener: Accept Close Addr
net.Addr: Network String
net.Error: Error Timeout Temporary
sort.Interface: Len Less Swap
heap.Interface: sort.Interface Push Pop
context.Context: Deadline Done Err Value
sync.Locker: Lock Unlock
hash.Hash: io.Writer Sum Reset Size BlockSize
hash.Hash32: hash.Hash Sum32
hash.Hash64: hash.Hash Sum64
cipher.Block: BlockSize Encrypt Decrypt
cipher.AEAD: NonceSize Overhead Seal Open
crypto.Signer: Public Sign
rand.Source: Int63 Seed
flag.Value: String Set
flag.Getter: flag.Value Get
json.Marshaler: MarshalJSON
json.Unmarshaler: UnmarshalJSON
xml.Marshaler: MarshalXML
xml.Unmarshaler: UnmarshalXML
encoding.TextMarshaler: MarshalText
encoding.TextUnmarshaler: UnmarshalText
encoding.BinaryMarshaler: MarshalBinary
encoding.BinaryUnmarshaler: UnmarshalBinary
driver.Driver: Open
driver.Conn: Prepare Close Begin
driver.Stmt: Close NumInput Exec Query
driver.Rows: Columns Close Next
driver.Result: LastInsertId RowsAffected
driver.Tx: Commit Rollback
driver.Valuer: Value
sql.Scanner: Scan
sql.Result: LastInsertId RowsAffected
slog.Handler: Enabled Handle WithAttrs WithGroup
slog.LogValuer: LogValue
expvar.Var: String
image.Image: ColorModel Bounds At
draw.Image: image.Image Set
color.Color: RGBA
ast.Visitor: Visit
ast.Node: Pos End
reflect.Type: Elem Field Kind Method Name NumField NumMethod String
tls.ClientSessionCache: Get Put
smtp.Auth: Start Next
rpc.ClientCodec: WriteRequest ReadResponseHeader ReadResponseBody Close
rpc.ServerCodec: ReadRequestHeader ReadRequestBody WriteResponse Close
`));

/** Members by type. */
const MEMBERS: ReadonlyMap<string, string> = new Map(
  rows(`
error: errors.New fmt.Errorf errors.Join errors.Unwrap context.Context.Err
io.Reader: io.TeeReader io.MultiReader io.LimitReader http.MaxBytesReader
io.Writer: io.MultiWriter io.Discard log.Writer log.Logger.Writer exec.Cmd.Stdout exec.Cmd.Stderr
io.ReadCloser: http.Response.Body http.Request.Body io.NopCloser exec.Cmd.StdoutPipe exec.Cmd.StderrPipe zlib.NewReader flate.NewReader zip.File.Open
io.WriteCloser: exec.Cmd.StdinPipe hex.Dumper base64.NewEncoder
exec.Cmd: exec.Command exec.CommandContext
http.Client: http.DefaultClient httptest.Server.Client
http.Transport: http.DefaultTransport
http.Response: http.Get http.Head http.Post http.PostForm http.Client.Do http.Client.Get http.Client.Head http.Client.Post http.Client.PostForm http.Transport.RoundTrip http.RoundTripper.RoundTrip http.ReadResponse httptest.ResponseRecorder.Result http.Request.Response
http.Request: http.NewRequest http.NewRequestWithContext http.ReadRequest httptest.NewRequest http.Request.WithContext http.Request.Clone http.Response.Request
http.ServeMux: http.NewServeMux http.DefaultServeMux
http.Handler: http.HandlerFunc http.StripPrefix http.FileServer http.NotFoundHandler http.RedirectHandler http.TimeoutHandler http.AllowQuerySemicolons http.MaxBytesHandler http.Server.Handler
http.RoundTripper: http.Client.Transport
http.FileSystem: http.FS http.Dir
http.File: http.FileSystem.Open http.Dir.Open
httptest.ResponseRecorder: httptest.NewRecorder
httptest.Server: httptest.NewServer httptest.NewTLSServer httptest.NewUnstartedServer
fs.FS: os.DirFS fs.Sub
fs.File: fs.FS.Open
fs.FileInfo: os.Stat os.Lstat os.File.Stat fs.Stat fs.File.Stat fs.DirEntry.Info
os.File: os.Open os.Create os.OpenFile os.CreateTemp os.Stdin os.Stdout os.Stderr
net.Conn: net.Dial net.DialTimeout tls.Dial net.Dialer.Dial net.Dialer.DialContext tls.Dialer.DialContext net.Listener.Accept http.Hijacker.Hijack net.Pipe tls.Server tls.Client
net.PacketConn: net.ListenPacket
net.Listener: net.Listen tls.Listen tls.NewListener net.ListenConfig.Listen net.FileListener httptest.Server.Listener
net.Addr: net.Conn.LocalAddr net.Conn.RemoteAddr net.Listener.Addr net.PacketConn.LocalAddr
context.Context: context.Background context.WithCancel context.WithTimeout context.WithDeadline context.WithValue http.Request.Context signal.NotifyContext
sort.Interface: sort.Reverse
hash.Hash: sha256.New sha1.New sha512.New md5.New hmac.New sha256.New224 sha512.New384
hash.Hash32: crc32.NewIEEE fnv.New32 fnv.New32a adler32.New
hash.Hash64: crc64.New fnv.New64 fnv.New64a
cipher.Block: aes.NewCipher des.NewCipher
cipher.AEAD: cipher.NewGCM
ast.Node: parser.ParseExpr
reflect.Type: reflect.TypeOf
slog.Handler: slog.NewTextHandler slog.NewJSONHandler slog.Logger.Handler
`).flatMap(([type, names]) => names.map((name): [string, string] => [name, type])),
);
