import assert from "node:assert/strict";
import { linkNames } from "../../src/intent/link_names.ts";
import { likeness, routePath } from "../../src/model/links.ts";
import { linkEnds } from "../../src/answers/links/link_lines.ts";

/** Ends of a text's lines, each as `side name`. */
function ends(text: string, path = "src/x.ts"): string[] {
  const lines = text.split("\n");
  return lines.flatMap((_, at) =>
    linkEnds(lines, at, path).map(({ kind, side, name }) => `${kind} ${side} ${name}`)
  );
}

const SERVED: readonly (readonly [string, string])[] = [
  ['router.post("/orders", createOrder);', "POST /orders"],
  ["app.get('/orders/:id', show)", "GET /orders/*"],
  ['@app.route("/orders", methods=["POST"])', "POST /orders"],
  ['@app.route("/orders")', "/orders"],
  ['@router.get("/orders/{order_id}")', "GET /orders/*"],
  ['@PostMapping("/orders")', "POST /orders"],
  ['@RequestMapping(value = "/orders", method = RequestMethod.PUT)', "PUT /orders"],
  ['mux.HandleFunc("POST /orders", create)', "POST /orders"],
  ['http.HandleFunc("/orders", orders)', "/orders"],
  ['r.GET("/orders/:id", show)', "GET /orders/*"],
  ['let app = Router::new().route("/orders", post(create));', "POST /orders"],
  ['#[delete("/orders/{id}")]', "DELETE /orders/*"],
  ['[HttpGet("/orders")]', "GET /orders"],
  ['app.MapPost("/orders", Create);', "POST /orders"],
  ['router.route("/orders").post(create)', "POST /orders"],
  ['  get "/orders", to: "orders#index"', "GET /orders"],
];

const CALLED: readonly (readonly [string, string])[] = [
  ['await fetch("/orders");', "GET /orders"],
  ['await fetch(`${API}/orders`, {\n  method: "POST",\n});', "POST /orders"],
  ['const made = axios.post(\n  "https://shop.example/orders?x=1",\n);', "POST /orders"],
  ["axios.get<Order>(`/orders/${id}`)", "GET /orders/*"],
  ['requests.post(f"{BASE}/orders", json=order)', "POST /orders"],
  ['requests.delete(BASE + "/orders/7")', "DELETE /orders/7"],
  ['http.Get("http://shop/orders")', "GET /orders"],
  ['http.NewRequest("PUT", "http://shop/orders", body)', "PUT /orders"],
  ['http.NewRequestWithContext(ctx, http.MethodPost, "http://shop/orders", body)', "POST /orders"],
  ['restTemplate.getForObject("http://shop/orders", Order[].class)', "GET /orders"],
  ['await httpClient.GetAsync("/orders")', "GET /orders"],
  ['self.client.patch("/orders/7")', "PATCH /orders/7"],
];

Deno.test("links: declared routes and calls with a literal path, with the method that the line says", () => {
  for (const [text, name] of SERVED) assert.deepEqual(ends(text), [`route serves ${name}`], text);
  for (const [text, name] of CALLED) assert.deepEqual(ends(text), [`route uses ${name}`], text);
});

Deno.test("links: topics that are sent and taken, procedures of protocol files and calls of their stubs", () => {
  const table: readonly (readonly [string, string])[] = [
    ['await bus.publish("order.created", order);', "topic uses order.created"],
    ['producer.send({ topic: "orders", messages })', "topic uses orders"],
    ['new ProducerRecord<>("orders", order)', "topic uses orders"],
    ['consumer.subscribe("order.created", f)', "topic serves order.created"],
    ['consumer.subscribe(["orders"])', "topic serves orders"],
    ['@KafkaListener(topics = "orders")', "topic serves orders"],
    ['bus.on("order.created", f)', "topic serves order.created"],
    ["return stub.CreateOrder(request)", "rpc uses CreateOrder"],
    ["return this.ordersClient.createOrder(request)", "rpc uses createOrder"],
  ];
  for (const [text, end] of table) assert.deepEqual(ends(text), [end], text);
  assert.deepEqual(ends("  rpc CreateOrder (Order) returns (Made);", "a.proto"), ["rpc serves CreateOrder"]);
});

Deno.test("links: what only looks like one", () => {
  for (
    const text of [
      'button.on("click", f)',
      'this.emit("change")',
      'cache.get("/orders")',
      'path.join("/orders", name)',
      'open("/etc/passwd")',
      "axios.get(`/orders-${id}`)",
      'axios.get("/")',
      'log("POST /orders failed")',
      "rpc CreateOrder (Order)",
      `x${" ".repeat(600)}fetch("/orders")`,
    ]
  ) assert.deepEqual(ends(text), [], text);
});

Deno.test("links: names are the same letter by letter, alike where a part is filled in or not said", () => {
  assert.equal(likeness("route", "POST /orders", "POST /orders"), "same");
  assert.equal(likeness("route", "/orders", "POST /orders"), "alike");
  assert.equal(likeness("route", "GET /orders/*", "GET /orders/7"), "alike");
  assert.equal(likeness("route", "GET /orders", "POST /orders"), undefined);
  assert.equal(likeness("route", "GET /orders/*", "GET /orders"), undefined);
  assert.equal(likeness("route", "GET /*", "GET /orders"), undefined);
  assert.equal(likeness("rpc", "CreateOrder", "create_order"), "same");
  assert.equal(likeness("topic", "order.created", "order.Created"), undefined);
  assert.equal(routePath("/orders/<int:id>/lines/"), "/orders/*/lines");
  assert.equal(routePath("/%s"), undefined);
});

Deno.test("links: what a prompt names", () => {
  const table: readonly (readonly [string, readonly string[]])[] = [
    ["Who calls POST /orders?", ["POST /orders"]],
    ["who calls post /orders/:id.", ["POST /orders/*"]],
    ["谁调用了 GET https://shop.example/orders/{id}", ["GET /orders/*"]],
    ["who publishes `order.created`", ["order.created"]],
    ["what is in src/orders/cart.ts and ./lib/x", []],
  ];
  for (const [prompt, names] of table) {
    assert.deepEqual(linkNames(prompt).filter((one) => !one.includes(".ts")), names, prompt);
  }
});
