/**
 * A small repository to rank in: a print shop's service in Python, its site in TypeScript, with tests and documents.
 * Neighbours share words on purpose, so that ranking has something to decide.
 */
export const PRESS = `
//- /press/__init__.py
from press.orders import Order
from press.pricing import price_of
//- /press/orders.py
"""Orders: what a customer wants printed."""
from press.errors import OrderClosed
from press.stock import reserve

class Order:
    """One order with its lines."""

    def __init__(self, number, customer):
        self.number = number
        self.customer = customer
        self.lines = []
        self.closed = False

    def add_line(self, paper, copies):
        """Adds a line; a closed order refuses."""
        if self.closed:
            raise OrderClosed("order %s is closed" % self.number)
        reserve(paper, copies)
        self.lines.append((paper, copies))

    def cancel(self):
        """Gives the reserved paper back."""
        for paper, copies in self.lines:
            reserve(paper, -copies)
        self.lines.clear()
//- /press/stock.py
"""How much paper lies in the store room."""
from press.errors import OutOfPaper

_sheets = {}

def reserve(paper, copies):
    left = _sheets.get(paper, 0) - copies
    if left < 0:
        raise OutOfPaper(paper)
    _sheets[paper] = left

def count_sheets(paper):
    return _sheets.get(paper, 0)
//- /press/pricing.py
"""Prices, discounts and rounding."""
from decimal import Decimal, ROUND_HALF_UP

DISCOUNT_FROM = 500

def price_of(order):
    total = sum(line_price(paper, copies) for paper, copies in order.lines)
    return round_cents(total)

def line_price(paper, copies):
    """Bulk discount from DISCOUNT_FROM copies on."""
    price = paper.price * copies
    return price * Decimal("0.9") if copies >= DISCOUNT_FROM else price

def round_cents(amount):
    return amount.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
//- /press/errors.py
class PressError(Exception):
    """Base of all errors."""

class OrderClosed(PressError):
    pass

class OutOfPaper(PressError):
    pass

class BadToken(PressError):
    pass
//- /press/http/middleware.py
"""What every request passes through."""
from press.errors import BadToken
from press.http.tokens import check_token

class TokenMiddleware:
    """Refuses requests whose form token does not fit the session."""

    def process_request(self, request):
        if request.method in ("POST", "PUT", "DELETE"):
            if not check_token(request.session, request.form.get("token")):
                raise BadToken("form token missing or incorrect")

class TimingMiddleware:
    def process_request(self, request):
        request.started = request.clock()
//- /press/http/tokens.py
import hmac

def make_token(session):
    return hmac.new(session.key, b"form", "sha256").hexdigest()

def check_token(session, token):
    """Compares in constant time."""
    return token is not None and hmac.compare_digest(make_token(session), token)
//- /press/http/routes.py
from press.http import views

ROUTES = {
    "/orders": views.list_orders,
    "/orders/new": views.create_order,
    "/orders/cancel": views.cancel_order,
}

def resolve(path):
    """Finds the view of a path."""
    return ROUTES.get(path.rstrip("/") or "/")
//- /press/http/views.py
from press.orders import Order
from press.storage.repository import OrderRepository

def list_orders(request):
    return OrderRepository().all(page=request.args.get("page", 1))

def create_order(request):
    order = Order(OrderRepository().next_number(), request.user)
    for paper, copies in request.form.lines():
        order.add_line(paper, copies)
    return OrderRepository().save(order)

def cancel_order(request):
    order = OrderRepository().get(request.args["number"])
    order.cancel()
    return OrderRepository().save(order)
//- /press/storage/repository.py
"""Orders in the database."""
from press.storage.connection import connect

PAGE_SIZE = 20

class OrderRepository:
    def all(self, page):
        offset = (page - 1) * PAGE_SIZE
        return connect().query("select * from orders limit ? offset ?", PAGE_SIZE, offset)

    def get(self, number):
        return connect().one("select * from orders where number = ?", number)

    def next_number(self):
        return connect().one("select max(number) + 1 from orders")

    def save(self, order):
        with connect().transaction() as session:
            session.write(order)
//- /press/storage/connection.py
import sqlite3
from functools import lru_cache

@lru_cache(maxsize=1)
def connect():
    """One connection per process; writes wait five seconds for a lock."""
    return Connection(sqlite3.connect("press.db", timeout=5))

class Connection:
    def __init__(self, raw):
        self.raw = raw

    def query(self, sql, *values):
        return self.raw.execute(sql, values).fetchall()

    def transaction(self):
        return self.raw
//- /press/mail/notices.py
"""Letters to customers."""
from press.mail.smtp import deliver

def send_receipt(order, address):
    deliver(address, subject="Your order %s" % order.number, body=render_receipt(order))

def render_receipt(order):
    return "\\n".join("%s x %s" % (copies, paper) for paper, copies in order.lines)
//- /press/mail/smtp.py
import smtplib
import time

RETRIES = 3

def deliver(address, subject, body):
    """Sends one mail; tries again with growing pauses when the server is away."""
    for attempt in range(RETRIES):
        try:
            with smtplib.SMTP("localhost") as server:
                return server.sendmail("press@example.org", [address], subject + body)
        except ConnectionRefusedError:
            time.sleep(2 ** attempt)
//- /press/jobs/nightly.py
"""What runs at night."""
from press.storage.repository import OrderRepository

def purge_old_orders(days):
    for order in OrderRepository().all(page=1):
        if order.age_days() > days:
            OrderRepository().delete(order.number)
//- /site/src/cart.ts
/** The shopping cart in the browser. */
export interface CartLine {
  paper: string;
  copies: number;
}

export class Cart {
  private lines: CartLine[] = [];

  add(line: CartLine): void {
    const same = this.lines.find((other) => other.paper === line.paper);
    if (same) same.copies += line.copies;
    else this.lines.push(line);
    this.persist();
  }

  private persist(): void {
    localStorage.setItem("cart", JSON.stringify(this.lines));
  }
}
//- /site/src/api.ts
import { readCookie } from "./cookies.ts";

/** Sends a request with the form token. */
export async function post(path: string, body: unknown): Promise<Response> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "x-form-token": readCookie("token") ?? "" },
    body: JSON.stringify(body),
  });
  if (response.status === 429) throw new Error("too many requests, try again later");
  return response;
}
//- /site/src/cookies.ts
export function readCookie(name: string): string | undefined {
  return document.cookie.split("; ").find((part) => part.startsWith(name + "="))?.split("=")[1];
}
//- /site/src/checkout.ts
import { post } from "./api.ts";
import { Cart } from "./cart.ts";
import { formatPrice } from "./format.ts";

export async function checkout(cart: Cart): Promise<void> {
  const response = await post("/orders/new", cart);
  showTotal(formatPrice((await response.json()).total, navigator.language));
}

function showTotal(text: string): void {
  document.querySelector("#total")!.textContent = text;
}
//- /site/src/format.ts
/** Prices in the visitor's language. */
export function formatPrice(cents: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(cents / 100);
}
//- /tests/test_orders.py
from press.orders import Order
from press.errors import OrderClosed

def test_closed_order_refuses_lines():
    order = Order(1, "ann")
    order.closed = True
    try:
        order.add_line("a4", 1)
    except OrderClosed:
        return
    raise AssertionError("add_line on a closed order")
//- /tests/test_pricing.py
from press.pricing import line_price, round_cents

def test_bulk_discount():
    assert line_price(Paper(price=1), 500) == 450

def test_rounding_half_up():
    assert round_cents(Decimal("0.125")) == Decimal("0.13")
//- /docs/operations.md
# Operations
## Backups
Copy press.db every night after the purge of old orders.
## Mail
The mail server must listen on localhost.
`;

/** A question about {@link PRESS} and the file that answers it. */
export interface PressQuestion {
  readonly id: string;
  readonly text: string;
  readonly gold: string;
  /** Qualified name expected at the first place in that file. */
  readonly symbol?: string;
}

/** What is asked, in the ways people ask. */
export const QUESTIONS: readonly PressQuestion[] = [
  { id: "name", text: "line_price", gold: "press/pricing.py", symbol: "line_price" },
  {
    id: "class",
    text: "Where is TokenMiddleware defined?",
    gold: "press/http/middleware.py",
    symbol: "TokenMiddleware",
  },
  { id: "qualified", text: "what does Order.cancel do", gold: "press/orders.py", symbol: "Order.cancel" },
  {
    id: "method",
    text: "OrderRepository.save()",
    gold: "press/storage/repository.py",
    symbol: "OrderRepository.save",
  },
  { id: "path", text: "explain site/src/format.ts", gold: "site/src/format.ts", symbol: "formatPrice" },
  { id: "file", text: "what happens in smtp.py", gold: "press/mail/smtp.py" },
  {
    id: "place",
    text: "why does press/orders.py:24 run twice",
    gold: "press/orders.py",
    symbol: "Order.cancel",
  },
  { id: "quoted", text: 'Who raises "form token missing or incorrect"?', gold: "press/http/middleware.py" },
  {
    id: "message",
    text: "users see 'too many requests, try again later'",
    gold: "site/src/api.ts",
    symbol: "post",
  },
  {
    id: "prose",
    text: "Where are form tokens checked on incoming requests?",
    gold: "press/http/middleware.py",
  },
  { id: "discount", text: "From how many copies on is there a bulk discount?", gold: "press/pricing.py" },
  {
    id: "retry",
    text: "How often do we retry when the mail server is away?",
    gold: "press/mail/smtp.py",
    symbol: "deliver",
  },
  {
    id: "route",
    text: "Which code turns the requested path into a view?",
    gold: "press/http/routes.py",
    symbol: "resolve",
  },
  {
    id: "lock",
    text: "database is locked under load, where is the lock timeout set?",
    gold: "press/storage/connection.py",
  },
  { id: "paging", text: "change the page size of the order list", gold: "press/storage/repository.py" },
  { id: "storage", text: "the shopping cart is empty after reloading the page", gold: "site/src/cart.ts" },
  { id: "locale", text: "prices are shown in the wrong language for visitors", gold: "site/src/format.ts" },
  {
    id: "tested",
    text: "where is the bulk discount tested?",
    gold: "tests/test_pricing.py",
    symbol: "test_bulk_discount",
  },
  { id: "document", text: "which document describes the backups?", gold: "docs/operations.md" },
  {
    id: "trace",
    text: `Cancelling an order fails
Traceback (most recent call last):
  File "/srv/app/press/http/views.py", line 15, in cancel_order
    order.cancel()
  File "/srv/app/press/orders.py", line 25, in cancel
    reserve(paper, -copies)
  File "/srv/app/press/stock.py", line 9, in reserve
    raise OutOfPaper(paper)
press.errors.OutOfPaper: a4`,
    gold: "press/stock.py",
    symbol: "reserve",
  },
  {
    id: "report",
    text: `Rounding of totals is off by a cent
### What happened
An order over 12.345 is charged with 12.34. The receipt says the same.
### Expected
Half cents are rounded up.
### Environment
python: 3.12.1
sqlite: 3.49`,
    gold: "press/pricing.py",
    symbol: "round_cents",
  },
  { id: "zh-retry", text: "邮件服务器连不上的时候会重试几次？", gold: "press/mail/smtp.py" },
  { id: "zh-cart", text: "购物车是在哪里保存到浏览器的", gold: "site/src/cart.ts" },
  {
    id: "zh-name",
    text: "round_cents 这个函数是怎么四舍五入的",
    gold: "press/pricing.py",
    symbol: "round_cents",
  },
];
