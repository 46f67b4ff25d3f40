import assert from "node:assert/strict";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { symbolName } from "./support.ts";

/** Checks that the first hands on to all the others, and to nothing else without a call; both ways. */
async function checkHandovers(fixture: string, expected: Readonly<Record<string, readonly string[]>>) {
  const files = [...parseFixture(fixture)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  for (const [from, targets] of Object.entries(expected)) {
    const symbol = findSymbols(graph.index, from).symbols[0]!;
    const indirect = graph.callees(symbol).filter(({ rule }) => rule === "dispatch");
    const edges = indirect.map(({ to, line, confidence }) =>
      `${symbolName(graph.index, to).replace(/^.*:/, "")}:${line} ${confidence}`
    );
    assert.deepEqual(edges.sort(), targets.map((target) => `${target} 0.7`).sort(), `${from}: ${edges}`);
    for (const target of targets) {
      const [name, line] = target.split(":");
      const to = findSymbols(graph.index, name!).symbols[0]!;
      const callers = graph.callers(to).filter(({ rule }) => rule === "dispatch")
        .map((edge) => `${symbolName(graph.index, edge.from).replace(/^.*:/, "")}:${edge.line}`);
      assert.ok(callers.includes(`${from}:${line}`), `${from} -> ${target}, found ${callers}`);
    }
  }
}

Deno.test("java: an event reaches the methods that a framework calls with it", async () => {
  await checkHandovers(
    `
//- /a/PostSaved.java
package a;
public class PostSaved { PostSaved(String id) {} }
//- /a/PostGone.java
package a;
public class PostGone { }
//- /a/Posts.java
package a;
class Posts {
  void save(Bus bus) { bus.publishEvent(new PostSaved("1")); }
  void drop(Bus bus) { bus.publishEvent(new PostGone()); }
  PostSaved copy(PostSaved one) { return one; }
}
//- /a/Search.java
package a;
class Search {
  @EventListener
  void refresh(PostSaved event) { }
  void other(PostSaved event) { }
}
//- /a/Mails.java
package a;
class Mails implements ApplicationListener<PostGone> {
  public void onApplicationEvent(PostGone event) { }
}
`,
    { "Posts.save": ["Search.refresh:3"], "Posts.drop": ["Mails.onApplicationEvent:4"] },
  );
});

Deno.test("python: a signal reaches what is connected to it", async () => {
  await checkHandovers(
    `
//- /shop/signals.py
from django.dispatch import Signal
paid = Signal()
shipped = Signal()
//- /shop/orders.py
from shop.signals import paid, shipped
def pay(order):
    paid.send(sender=None, order=order)
def ship(order, mail):
    shipped.send_robust(sender=None)
    mail.send(order)
//- /shop/apps.py
from shop.signals import paid
from shop.stock import reserve
def ready():
    paid.connect(reserve)
//- /shop/stock.py
from django.dispatch import receiver
from shop.signals import shipped
def reserve(sender, **kwargs):
    pass
@receiver(shipped)
def notify(sender, **kwargs):
    pass
`,
    { pay: ["reserve:3"], ship: ["notify:5"] },
  );
});

Deno.test("javascript: an event that is sent by name reaches its listeners, unless a library sends it too", async () => {
  await checkHandovers(
    `
//- /runner.js
const events = require('./events')
class Runner {
  finish() { this.emit('suite done', 1); this.emit('end') }
  fail() { this.emit(events.TEST_FAILED) }
}
//- /report.js
const { TEST_FAILED } = require('./events')
class Report {
  constructor(runner) {
    runner.on('suite done', this.total)
    runner.once(TEST_FAILED, this.print.bind(this))
    runner.on('end', () => this.close())
  }
  total() {}
  print() {}
  close() {}
}
`,
    { "Runner.finish": ["Report.total:3"], "Runner.fail": ["Report.print:4"] },
  );
});

Deno.test("typescript: what an interface declares and one class has is called by its name", async () => {
  const fixture = `
//- /room.ts
export interface RoomApi { sync: Room["sync"] }
export class Room {
  api: RoomApi = { sync: this.sync };
  sync(items: string[]) { return items; }
}
//- /app.ts
import { Room } from "./room";
export function changed(roomApi) { roomApi.sync([]); }
`;
  const files = [...parseFixture(fixture)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  const found = graph.callees(findSymbols(graph.index, "changed").symbols[0]!)
    .map(({ to, confidence }) => `${symbolName(graph.index, to)} ${confidence}`);
  assert.deepEqual(found, ["room.ts:Room.sync 0.5"]);
});

Deno.test("python: a task that is put into a queue is used by what puts it there", async () => {
  const fixture = `
//- /tasks.py
@shared_task
def resize(image):
    pass
//- /views.py
from tasks import resize
import tasks
def upload(image):
    resize.delay(image)
def later(image):
    return tasks.resize.s(image)
`;
  const files = [...parseFixture(fixture)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  const callers = graph.callers(findSymbols(graph.index, "resize").symbols[0]!);
  const found = callers.map(({ from, line, confidence }) =>
    `${symbolName(graph.index, from)}:${line} ${confidence}`
  );
  assert.deepEqual(found, ["views.py:upload:4 0.95", "views.py:later:6 0.95"]);
});

Deno.test("ruby: a job that is put into a queue is run by its method", async () => {
  await checkHandovers(
    `
//- /app/workers/send_mail.rb
module Workers
  class SendMail < Base
    def perform(id)
    end
  end
end
//- /app/models/order.rb
class Order
  def ship
    Workers::SendMail.perform_async(id)
    Workers::SendMail.set(wait: 5).perform_later(id)
    mailer.perform_later(id)
    Other::SendMail.perform_in(5, id)
  end
end
//- /spec/order_spec.rb
def order_is_shipped
  Workers::SendMail.perform_async(1)
end
`,
    { "Order.ship": ["Workers.SendMail.perform:3", "Workers.SendMail.perform:4"] },
  );
});

Deno.test("php: a job that is dispatched is handled, another class of that method is not", async () => {
  await checkHandovers(
    `
//- /composer.json
{"autoload":{"psr-4":{"App\\\\":"app/"}}}
//- /app/Jobs/SendMail.php
<?php
namespace App\\Jobs;
class SendMail {
  public function handle() {}
}
//- /app/Pack.php
<?php
namespace App;
class Pack implements ShouldQueue {
  public function handle() {}
}
//- /app/Form.php
<?php
namespace App;
class Form {
  public function handle() {}
}
//- /app/Shop.php
<?php
namespace App;
use App\\Jobs\\SendMail;
class Shop {
  function ship() {
    dispatch(new SendMail(1));
    SendMail::dispatch(2);
    $this->queue(new Pack());
    return new Form();
  }
}
`,
    { "Shop.ship": ["SendMail.handle:6", "SendMail.handle:7", "Pack.handle:8"] },
  );
});

Deno.test("scala: a class that is named by an operator is no event, and no answer fails on it", async () => {
  await checkHandovers(
    `
//- /src/main/scala/Sum.scala
package demo

case class +(left: Int, right: Int)

object Sums {
  def make(a: Int, b: Int): Any = {
    new +(a, b)
  }
  def show(sum: +): String = sum.toString
}
`,
    { make: [], show: [] },
  );
});
