import { createHash } from "node:crypto";

/** How a password is proved to PostgreSQL. */

const encoder = new TextEncoder();

/** A server that asks for more rounds keeps us busy on purpose. */
const MOST_ROUNDS = 1_000_000;

/** The answer to a request for MD5: `md5` and a hash over a hash with the server's salt. */
export function md5Answer(user: string, password: string, salt: Uint8Array): string {
  const inner = createHash("md5").update(password + user).digest("hex");
  return `md5${createHash("md5").update(inner).update(salt).digest("hex")}`;
}

/** SCRAM-SHA-256 (RFC 5802, 7677) without channel binding. A server that does not know the password is noticed too. */
export class Scram {
  readonly #nonce = base64(crypto.getRandomValues(new Uint8Array(18)));
  #serverSignature = "";

  /** @param password in Unicode's form NFKC or not; it is brought into it */
  constructor(private readonly password: string) {}

  /** The first message. PostgreSQL takes the user from the start of the connection. */
  first(): string {
    return `n,,${this.#bare()}`;
  }

  /** The proof; undefined when the server's message is none. */
  async proof(serverFirst: string): Promise<string | undefined> {
    const found = /^r=([!-+\--~]+),s=([A-Za-z0-9+/=]+),i=(\d{1,7})$/.exec(serverFirst);
    const [, nonce = "", salt = "", rounds = ""] = found ?? [];
    if (!found || !nonce.startsWith(this.#nonce) || nonce.length === this.#nonce.length) return undefined;
    if (Number(rounds) < 1 || Number(rounds) > MOST_ROUNDS) return undefined;
    const salted = await this.#salted(salt, Number(rounds));
    const clientKey = await hmac(salted, "Client Key");
    const withoutProof = `c=biws,r=${nonce}`;
    const said = `${this.#bare()},${serverFirst},${withoutProof}`;
    const signature = await hmac(await sha256(clientKey), said);
    this.#serverSignature = base64(await hmac(await hmac(salted, "Server Key"), said));
    return `${withoutProof},p=${base64(clientKey.map((byte, at) => byte ^ signature[at]!))}`;
  }

  /** Whether the server's last message proves that it knows the password. */
  isServer(serverFinal: string): boolean {
    return this.#serverSignature !== "" && serverFinal.split(",")[0] === `v=${this.#serverSignature}`;
  }

  #bare(): string {
    return `n=,r=${this.#nonce}`;
  }

  async #salted(salt: string, iterations: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = encoder.encode(this.password.normalize("NFKC"));
    const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
    const way = { name: "PBKDF2", hash: "SHA-256", salt: unpacked(salt), iterations };
    return new Uint8Array(await crypto.subtle.deriveBits(way, key, 256));
  }
}

async function hmac(secret: Uint8Array<ArrayBuffer>, said: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(said)));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function unpacked(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
