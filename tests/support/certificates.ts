import assert from "node:assert/strict";

/** A certificate for 127.0.0.1 and its authority `ca.pem` in the folder; undefined without openssl. */
export function selfSigned(folder: string): { cert: string; key: string } | undefined {
  Deno.writeTextFileSync(`${folder}/ext`, "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n");
  const commands = [
    "req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=TestAuthority",
    "req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=test",
    "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 2 -extfile ext",
  ];
  try {
    for (const command of commands) {
      const { success } = new Deno.Command("openssl", {
        args: command.split(" "),
        cwd: folder,
        stderr: "null",
      }).outputSync();
      assert(success, command);
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const read = (name: string): string => Deno.readTextFileSync(`${folder}/${name}`);
  return { cert: read("server.pem"), key: read("server.key") };
}
