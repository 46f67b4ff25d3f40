import { check } from "./support.ts";

Deno.test("java: packages, annotations, nesting, generics", () => {
  check(
    `
//- /UserController.java
package com.example.web;

import com.example.model.User;
import static com.example.Util.format;
import java.util.*;

/**
 * Serves users.
 */
@RestController
@RequestMapping("/users")
public class UserController extends Base<User> implements Handler, Closeable {
    private final UserService service = new UserService();
    public static final int MAX = 10;

    public UserController(UserService service) { super(service); this.service = service; }

    @GetMapping("/{id}")
    @Override
    public User show(@PathVariable long id, Request request) throws IOException {
        User user = service.find(id).orElseThrow(() -> new NotFound(id));
        var view = new View(user);
        list.forEach(this::render);
        return format(view.build());
    }

    enum Color { RED, GREEN { void x() {} }; int n() { return 1; } }
    interface Inner { void run(); }
    record Pair(int a, String b) {}
}
`,
    `
+ class UserController 7-30 @RestController @RequestMapping("/users")
- field UserController.service 13-13
+ constant UserController.MAX 14-14
+ method UserController.UserController 16-16
+ method UserController.show 18-25 @GetMapping("/{id}") @Override
- enum UserController.Color 27-27
- field UserController.Color.RED 27-27
- field UserController.Color.GREEN 27-27
- method UserController.Color.GREEN.x 27-27
- method UserController.Color.n 27-27
- interface UserController.Inner 28-28
- method UserController.Inner.run 28-28
- class UserController.Pair 29-29
- field UserController.Pair.a 29-29
- field UserController.Pair.b 29-29
--
UserController: type Base, type Handler, type Closeable, decorator RestController, decorator RequestMapping, type User
UserController.service: type UserService, new UserService
UserController.UserController: type UserService, call super.Base, reference this.service
UserController.show: decorator GetMapping, decorator Override, type User, decorator PathVariable, type Request, type IOException, call service.find().orElseThrow, call service.find, new NotFound, reference service, new View, call list.forEach, reference this.render, reference list, call format, call view.build
--
import com.example.model User
import com.example.Util format
import java.util *
UserController < Base
UserController < Handler
UserController < Closeable
UserController: service is UserService
UserController: MAX is !int
UserController.UserController: service is UserService
UserController.show: id is !long
UserController.show: request is Request
UserController.show: user is User
UserController.show: view is View
UserController.Pair: a is !int
UserController.Pair: b is !String
module com.example.web
`,
  );
});

Deno.test("csharp: namespaces, properties, attributes", () => {
  check(
    `
//- /UserController.cs
using System;
using Json = Newtonsoft.Json.Linq;

namespace Shop.Web;

/// <summary>Serves users.</summary>
[ApiController, Route("api/users")]
public class UserController : ControllerBase, IHandler<User>
{
    private readonly IUserService _service;
    public string Name { get; set; } = "x";
    public UserController(IUserService service) => _service = service;

    [HttpGet("{id}")]
    public async Task<User> Get(int id)
    {
        var view = new View(id);
        return await _service.Find<User>(id)?.Map(x => x.Render());
    }
}
public record Point(int X, int Y);
public interface IThing { void Do(Foo foo); }
enum Color { Red, Green }
struct S { public event Action Changed; }
`,
    `
+ class UserController 6-20 @ApiController @Route("api/users")
- field UserController._service 10-10
+ field UserController.Name 11-11
+ method UserController.UserController 12-12
+ method UserController.Get 14-19 @HttpGet("{id}")
+ class Point 21-21
+ field Point.X 21-21
+ field Point.Y 21-21
+ interface IThing 22-22
+ method IThing.Do 22-22
- enum Color 23-23
- field Color.Red 23-23
- field Color.Green 23-23
- struct S 24-24
+ field S.Changed 24-24
--
UserController: type ControllerBase, type IHandler, decorator ApiController, decorator Route, type IUserService
UserController.UserController: type IUserService, reference _service
UserController.Get: decorator HttpGet, type User, new View, call _service.Find<User>().Map, call _service.Find, call _service.Find<User>().Map()*00.Render, reference _service
IThing.Do: type Foo
--
import System *
import Newtonsoft.Json.Linq * as Json
UserController < ControllerBase
UserController < IHandler
UserController: _service is IUserService
UserController: Name is !string
UserController.UserController: service is IUserService
UserController.Get: id is !int
UserController.Get: view is View
UserController.Get: x is =_service.Find<User>().Map()*00
Point: X is !int
Point: Y is !int
IThing.Do: foo is Foo
S: Changed is !Action
module Shop.Web
`,
  );
});

Deno.test("kotlin: classes by keyword, companions, extensions", () => {
  check(
    `
//- /App.kt
package com.example.app

import com.example.model.User
import com.example.util.*
import java.util.Date as D

/** Serves. */
@Service
class App(private val repo: Repo, val name: String = "x") : Base(name), Handler {
    companion object { const val MAX = 3
        fun create(): App = App(Repo()) }
    private val cache = Cache()
    override fun handle(user: User): Int { val x = Foo(1); return repo.find(user.id).map { it.render() } }
    constructor(n: Int) : this(Repo(), "y")
}
interface Handler {
    fun handle(user: User): Int
}
enum class Color { RED, GREEN }
data class Point(val x: Int)
object Single { fun go() {} }
fun String.shout(): String = uppercase()
typealias Fn = (Int) -> Unit
val top = 1
`,
    `
+ class App 7-15 @Service
- field App.repo 9-9
+ field App.name 9-9
+ field App.MAX 10-10
+ method App.create 11-11
- field App.cache 12-12
+ method App.handle 13-13
+ method App.constructor 14-14
+ interface Handler 16-18
+ method Handler.handle 17-17
+ enum Color 19-19
+ field Color.RED 19-19
+ field Color.GREEN 19-19
+ class Point 20-20
+ field Point.x 20-20
+ class Single 21-21
+ method Single.go 21-21
+ method String.shout 22-22
+ type Fn 23-23
+ variable top 24-24
--
top: import Date
App: type Base, type Handler, decorator Service
App.repo: type Repo
App.create: type App, call App, call Repo
App.cache: call Cache
App.handle: type User, call Foo, call repo.find().map, call repo.find, call repo.find().map()*90.render, reference repo, reference user.id
App.constructor: call this.constructor, call Repo
Handler.handle: type User
String.shout: call uppercase
--
import com.example.model User
import com.example.util *
import java.util Date as D
App < Base
App < Handler
App: repo is Repo
App: name is !String
App: MAX is !
App.create: () is App
App: cache is Cache
App.handle: user is User
App.handle: () is !
App.handle: x is Foo
App.constructor: n is !Int
Handler.handle: user is User
Point: x is !Int
Single.go: () is !
String.shout: () is =uppercase()
top: top is !
module com.example.app
parse errors
`,
  );
});

Deno.test("scala: objects, traits, imports", () => {
  check(
    `
//- /App.scala
package com.example.app

import com.example.model.{User, Item => I}
import scala.util._

/** Serves. */
@deprecated("x")
class App(repo: Repo, val name: String) extends Base(name) with Handler {
  val cache = new Cache()
  private def handle(user: User): Int = { val x = Foo(1); repo.find(user.id).map(_.render()) }
  override def run[T](x: T): Unit = go[T](x)
}
object App { def apply(): App = new App(Repo(), "x") }
trait Handler { def handle(user: User): Int; type T = Int }
case class Point(x: Int, y: Int)
`,
    `
+ class App 6-12 @deprecated("x")
+ field App.name 8-8
+ field App.cache 9-9
- method App.handle 10-10
+ method App.run 11-11
+ class App 13-13
+ method App.apply 13-13
+ trait Handler 14-14
+ method Handler.handle 14-14
+ type Handler.T 14-14
+ class Point 15-15
+ field Point.x 15-15
+ field Point.y 15-15
--
top: import Item
App: type Base, type Handler, decorator deprecated, type Repo
App.cache: new Cache
App.handle: type User, call Foo, call repo.find().map, call repo.find, call repo.find().map()*90.render, reference repo, reference user.id
App.run: call go
App.apply: type App, new App, call Repo
Handler.handle: type User
--
import com.example.model User, Item as I
import scala.util *
App < Base
App < Handler
App: repo is Repo
App: name is !String
App: cache is Cache
App.handle: user is User
App.handle: x is Foo
App.run: x is !T
Handler.handle: user is User
Point: x is !Int
Point: y is !Int
module com.example.app
`,
  );
});
