import { main } from "./src/app.ts";

Deno.exit(await main(Deno.args));
