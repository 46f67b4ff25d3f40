import { main } from "./src/app.ts";
import { endChildren } from "./src/platform/children.ts";

const code = await main(Deno.args);
endChildren();
Deno.exit(code);
