import { parseHTML } from "linkedom";

/** The part of the DOM that the tests of pages look at. */

/** An element, or the document. */
export interface DomNode {
  readonly localName: string;
  readonly textContent: string;
  readonly outerHTML: string;
  readonly attributes: Iterable<{ readonly name: string }>;
  readonly classList: Iterable<string> & { contains(name: string): boolean };
  readonly hidden: boolean;
  value: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): DomNode | null;
  querySelectorAll(selector: string): Iterable<DomNode> & { readonly length: number };
  dispatchEvent(event: object): void;
}

/** A document with what its events are made of. */
export interface Dom {
  readonly document: DomNode & { readonly body: DomNode; readonly documentElement: DomNode };
  event(name: string, fields?: Readonly<Record<string, unknown>>): object;
}

/** Parses a page; its script does not run. */
export function parsePage(html: string): Dom {
  const { document, Event } = parseHTML(html) as unknown as {
    readonly document: Dom["document"];
    readonly Event: new (name: string, options: object) => object;
  };
  const event: Dom["event"] = (name, fields = {}) =>
    Object.assign(new Event(name, { bubbles: true, cancelable: true }), fields);
  return { document, event };
}
