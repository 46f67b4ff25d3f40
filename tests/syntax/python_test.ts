import { equal } from "node:assert/strict";
import { check, parseFixture } from "./support.ts";

const APP = `
//- /app.py
"""Module doc."""
from __future__ import annotations
import os.path as osp, sys
from ..models import (User as U,  # comment
    Group)
from x import *

MAX_SIZE = 10
default: Foo = Foo(1)

# Serves one user,
# by id.
@app.route("/users/<id>", methods=["GET"])
@login_required
def show(id: int, user: Optional[U] = None) -> Response:
    x = Thing(id)
    class Inner(x.Base, metaclass=M):
        pass
    handler = lambda a: a
    return render(x.name().strip(), callback=show)

class View(BaseView, mixins.Foo[int]):
    """A view.

    More."""
    template = "x.html"
    def __init__(self):
        super().__init__()
        self.repo: Repo = Repo()
        self.n = 1
    @property
    async def _x(self): return self.repo.find(1)

if True:
    def cond(): pass
urlpatterns = [path("", show), path("a", views.index)]
`;

Deno.test("python: definitions, uses and relations", () => {
  check(
    APP,
    `
+ constant MAX_SIZE 8-8
+ variable default 9-9
+ function show 11-20 @app.route("/users/<id>", methods=["GET"]) @login_required
- class show.Inner 17-18
+ class View 22-32
+ field View.template 26-26
+ method View.__init__ 27-30
- method View._x 31-32 @property
+ function cond 35-35
+ variable urlpatterns 36-36
--
top: decorator app.route, decorator login_required, import User
default: type Foo, call Foo
show: type U, type Response, call Thing, call render, call x.name().strip, call x.name, reference show
show.Inner: type x.Base, reference x.Base
View: type BaseView, type mixins.Foo, decorator property
View.__init__: call super.__init__, type Repo, call Repo, reference self.repo, reference self.n
View._x: call self.repo.find, reference self.repo
urlpatterns: call path, call path, reference show
--
import __future__ annotations
import os.path * as osp
import sys
import ..models User as U, Group
import x *
show.Inner < x.Base
View < BaseView
View < mixins.Foo
top: MAX_SIZE is !
top: default is Foo
show: id is !
show: user is U
show: x is Thing
show: () is =render()
View: template is !
View: repo is Repo
View: n is !
View._x: () is =self.repo.find()
top: urlpatterns is !
`,
  );
});

Deno.test("python: descriptions and signatures", () => {
  const [parsed] = parseFixture(APP);
  const find = (name: string) => parsed!.definitions.find((definition) => definition.name === name)!;
  equal(find("show").doc, "Serves one user, by id.");
  equal(find("View").doc, "A view. More.");
  equal(find("show").signature, "def show(id: int, user: Optional[U] = None) -> Response");
  equal(find("MAX_SIZE").signature, "MAX_SIZE = 10");
});
