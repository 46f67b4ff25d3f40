import type { Form } from "./form.ts";
import { IMPORTS, LINKS } from "./links/link_findings.ts";
import { MESSAGES } from "./messages/message_findings.ts";

/** The forms over an index, in the order in which their findings are shown, before the ranked definitions. */
export const FORMS: readonly Form[] = [LINKS, MESSAGES, IMPORTS];
