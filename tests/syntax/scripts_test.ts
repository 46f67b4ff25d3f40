import { check } from "./support.ts";

Deno.test("ruby: modules, mixins, singleton methods, constants", () => {
  check(
    `
//- /app.rb
require "json"
require_relative "lib/util"

# Serves users.
module Shop
  class Users::Controller < Base::Controller
    include Comparable
    extend Helpers
    MAX = 10
    Point = Struct.new(:x, :y)
    attr_reader :name

    def self.build(x)
      repo = Repo.new(x)
      new(repo).tap { |c| c.run! }
    end

    # Is it valid?
    def valid?(user, limit: MAX)
      @store ||= Store.new
      user.items.each do |item|
        check(item)
      end
      save
    end

    def save; end
    class << self
      def create!; end
    end
  end
end
`,
    `
+ module Shop 4-32
+ class Shop.Users.Controller 6-31
+ constant Shop.Users.Controller.MAX 9-9
+ class Shop.Users.Controller.Point 10-10
+ field Shop.Users.Controller.Point.x 10-10
+ field Shop.Users.Controller.Point.y 10-10
+ field Shop.Users.Controller.name 11-11
+ method Shop.Users.Controller.build 13-16
+ method Shop.Users.Controller.valid? 18-25
+ method Shop.Users.Controller.save 27-27
+ method Shop.Users.Controller.create! 29-29
--
Shop.Users.Controller: type Base.Controller, type Comparable, type Helpers, call attr_reader
Shop.Users.Controller.Point: call Struct.new, reference Struct
Shop.Users.Controller.build: call Repo.new, reference Repo, call new().tap, call new, call new().tap()*90.run!
Shop.Users.Controller.valid?: reference MAX, call Store.new, reference Store, call user.items.each, call user.items, call check, call save
--
import json
import lib/util
Shop.Users.Controller < Base.Controller
Shop.Users.Controller < Comparable
Shop.Users.Controller < Helpers
Shop.Users.Controller: MAX is !
Shop.Users.Controller: Point is Struct
Shop.Users.Controller.build: repo is Repo
Shop.Users.Controller.valid?: limit is =MAX
Shop.Users.Controller.valid?: () is =save
Shop.Users.Controller: store is Store
`,
  );
});

Deno.test("php: namespaces, traits, attributes, promoted properties", () => {
  check(
    `
//- /UserController.php
<?php
namespace App\\Http;

use App\\Models\\{User, Item as I};
use function App\\helper;
require_once 'config.php';

/**
 * Serves users.
 */
#[Route('/users')]
final class UserController extends Controller implements Handler, \\Countable
{
    use Loggable, Cacheable;
    const MAX = 10;
    private ?Repo $repo;
    public static int $count = 0;

    public function __construct(private Service $service) { parent::__construct(); $this->repo = new Repo(); }

    #[Get('/{id}')]
    public function show(Request $request, int $id): ?User
    {
        $user = User::find($id);
        $view = new View($user);
        return helper($this->service->load($user)?->render(fn($x) => $x->y()));
    }
}
interface Handler { public function handle(User $user); }
trait Loggable { protected function log() {} }
enum Suit: string { case Hearts = 'H'; }
function top(array $x) { return array_map('f', $x); }
const LIMIT = 3;
`,
    `
+ class UserController 8-28 @Route('/users')
+ constant UserController.MAX 15-15
- field UserController.repo 16-16
+ field UserController.count 17-17
+ method UserController.__construct 19-19
- field UserController.service 19-19
+ method UserController.show 21-27 @Get('/{id}')
+ interface Handler 29-29
+ method Handler.handle 29-29
+ trait Loggable 30-30
+ method Loggable.log 30-30
+ enum Suit 31-31
+ field Suit.Hearts 31-31
+ function top 32-32
+ constant LIMIT 33-33
--
top: import Item
UserController: type Controller, type Handler, type Countable, decorator Route, type Loggable, type Cacheable, type Repo
UserController.__construct: call parent.__construct, new Repo
UserController.service: type Service
UserController.show: decorator Get, type Request, type User, call User.find, new View, call helper, call this.service.load().render, call this.service.load, call x.y, reference this.service
Handler.handle: type User
top: call array_map
--
import App\\Models User, Item as I
import App helper
import config.php
import Countable * as Countable
UserController < Controller
UserController < Handler
UserController < Countable
UserController < Loggable
UserController < Cacheable
UserController: repo is Repo
UserController: count is !
UserController: service is Service
UserController: repo is Repo
UserController.show: request is Request
UserController.show: id is !
UserController.show: user is =User.find()
UserController.show: view is View
UserController.show: () is =helper()
Handler.handle: user is User
top: x is !
top: () is =array_map()
module App.Http
`,
  );
});

Deno.test("bash: functions and the commands that call them", () => {
  check(
    `
//- /build.sh
#!/usr/bin/env bash
source ./lib.sh
ROOT=/tmp

# Builds it.
build() {
  local x=1
  echo "$ROOT"
  clean "$x" && compile | tee log
}
function clean { rm -rf out; }
build "$@"
`,
    `
+ constant ROOT 3-3
+ function build 5-10
+ function clean 11-11
--
top: call build
build: call echo, call clean, call compile, call tee
clean: call rm
--
import ./lib.sh *
`,
  );
});

Deno.test("lua: tables, methods, local functions", () => {
  check(
    `
//- /app.lua
local json = require("json")
local M = {}

-- Makes one.
function M.new(x)
  local self = setmetatable({}, M)
  return self:init(x)
end
function M:init(x) helper(x); json.encode(x) end
local function helper(x) return x end
M.run = function() helper(M.new) end
local LIMIT = 3
return M
`,
    `
+ variable json 1-1
+ variable M 2-2
+ method M.new 4-8
+ method M.init 9-9
+ function helper 10-10
+ method M.run 11-11
+ constant LIMIT 12-12
--
top: reference M
M.new: reference M, call self.init
M.init: call helper, call json.encode
M.run: call helper, reference M.new
--
import json * as json
top: json is =require()
top: M is !
M.new: self is M
M.new: () is =self.init()
helper: () is =x
top: LIMIT is !
top: () is =M
`,
  );
});

Deno.test("elixir: modules, functions, macros", () => {
  check(
    `
//- /app.ex
defmodule Shop.Users do
  alias Shop.{Repo, User}
  alias Shop.Items, as: I
  import Ecto.Query
  use GenServer

  # Finds one.
  def get(id) when is_integer(id) do
    Repo.get(User, id) |> load()
  end

  defp load(user), do: I.of(user)
  defmacro twice(x) do
    quote do: unquote(x)
  end
end
`,
    `
+ module Shop.Users 1-16
+ function Shop.Users.get 7-10
- function Shop.Users.load 12-12
+ macro Shop.Users.twice 13-15
--
top: import Items
Shop.Users.get: call is_integer, call Repo.get, call load
Shop.Users.load: call I.of
--
import Shop Repo, User
import Shop Items as I
import Ecto.Query *
import GenServer *
`,
  );
});
