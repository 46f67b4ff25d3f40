import { check } from "./support.ts";
Deno.test("manifests: packages by their names and what they export", () =>
  check(`
//- /packages/core-lib/package.json
{ "name": "@acme/engine", "main": "./lib/main.js", "exports": { ".": { "import": "./source/entry.ts" }, "./tools": "./source/tools/all.ts", "./deep/*": "./source/deep/*.ts" } }
//- /packages/core-lib/source/entry.ts
export function start() {}
//- /packages/core-lib/source/tools/all.ts
export function hammer() {}
//- /packages/core-lib/source/deep/sea.ts
export function dive() {}
//- /packages/app/package.json
{ "name": "app" }
//- /packages/app/src/use.ts
import { start } from '@acme/engine'
import { hammer } from '@acme/engine/tools'
import { dive } from '@acme/engine/deep/sea'
export function a() {
  start() // start <- packages/core-lib/source/entry.ts:start
  hammer() // hammer <- packages/core-lib/source/tools/all.ts:hammer
  dive() // dive <- packages/core-lib/source/deep/sea.ts:dive
}
//- /packages/other/start.ts
export function start() {}
export function dive() {}
export function hammer() {}
`));
Deno.test("manifests: packages whose entry is built from sources", () =>
  check(`
//- /libs/x/package.json
{ "name": "kit", "main": "dist/index.js", "types": "dist/index.d.ts" }
//- /libs/x/src/index.ts
export function go() {}
//- /app/use.ts
import { go } from 'kit'
go() // go <- libs/x/src/index.ts:go
//- /app/other.ts
export function go() {}
`));
Deno.test("manifests: paths of a tsconfig.json that is extended", () =>
  check(`
//- /tsconfig.base.json
{
  // shared
  "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["library/code/*"], "~conf": ["settings/main.ts"], } }
}
//- /app/tsconfig.json
{ "extends": "../tsconfig.base.json", "compilerOptions": {} }
//- /library/code/one.ts
export function one() {}
//- /settings/main.ts
export function conf() {}
//- /app/package.json
{ "name": "app", "imports": { "#own/*": "./inner/*.ts" } }
//- /app/inner/two.ts
export function two() {}
//- /app/src/use.ts
import { one } from '@lib/one'
import { conf } from '~conf'
import { two } from '#own/two'
two() // two <- app/inner/two.ts:two
one() // one <- library/code/one.ts:one
conf() // conf <- settings/main.ts:conf
//- /other/one.ts
export function one() {}
export function conf() {}
export function two() {}
`));
Deno.test("manifests: baseUrl of a jsconfig.json", () =>
  check(`
//- /web/jsconfig.json
{ "compilerOptions": { "baseUrl": "./src" } }
//- /web/src/components/button.js
export function Button() {}
//- /web/src/pages/home.js
import { Button } from 'components/button'
Button() // Button <- web/src/components/button.js:Button
//- /old/components/button.js
export function Button() {}
`));
Deno.test("manifests: modules of Go in sub-folders, with a version in their path", () =>
  check(`
//- /go.work
go 1.21
use (
	./svc
	./lib/kit
)
//- /svc/go.mod
module example.com/acme/service/v2

go 1.21
//- /lib/kit/go.mod
module example.com/kit/v3
//- /lib/kit/kit.go
package kit
func Make() int { return 1 }
//- /lib/kit/sub/sub.go
package sub
func Deep() int { return 1 }
//- /svc/api/api.go
package api
func Serve() {}
//- /svc/main.go
package main
import (
	"example.com/acme/service/v2/api"
	"example.com/kit/v3"
	"example.com/kit/v3/sub"
)
func main() {
	api.Serve() // Serve <- svc/api/api.go:Serve
	kit.Make() // Make <- lib/kit/kit.go:Make
	sub.Deep() // Deep <- lib/kit/sub/sub.go:Deep
}
//- /zzz/api/api.go
package api
func Serve() {}
func Make() {}
func Deep() {}
`));
Deno.test("manifests: crates by name, by another name, with their own root", () =>
  check(`
//- /Cargo.toml
[workspace]
members = ["crates/*"]
//- /crates/core/Cargo.toml
[package]
name = "acme-engine"
version = "0.1.0"
[lib]
path = "source/root.rs"
//- /crates/core/source/root.rs
pub mod parts;
pub fn start() {}
//- /crates/core/source/parts.rs
pub fn piece() {}
//- /crates/app/Cargo.toml
[package]
name = "app"
[dependencies]
engine = { package = "acme-engine", path = "../core" }
//- /crates/app/src/main.rs
use engine::parts::piece;
use engine::start;
fn main() {
    start(); // start <- crates/core/source/root.rs:start
    piece(); // piece <- crates/core/source/parts.rs:piece
    engine::parts::piece(); // piece <- crates/core/source/parts.rs:piece
}
//- /crates/zed/Cargo.toml
[package]
name = "zed"
//- /crates/zed/src/lib.rs
use acme_engine::start;
pub fn go() {
    start(); // start <- crates/core/source/root.rs:start
}
//- /crates/other/src/lib.rs
pub fn start() {}
pub fn piece() {}
`));
Deno.test("manifests: sources of Python that pyproject.toml names", () =>
  check(`
//- /pyproject.toml
[project]
name = "thing"
[tool.setuptools.packages.find]
where = ["source"]
//- /source/thing/core.py
def run(): pass
//- /old/thing/core.py
def run(): pass
//- /tests/test_a.py
from thing.core import run
def test_a():
    run() # run <- source/thing/core.py:run
`));
Deno.test("manifests: sources of Python that setup.cfg names", () =>
  check(`
//- /setup.cfg
[options]
package_dir =
    = lib
//- /lib/thing/core.py
def run(): pass
//- /attic/thing/core.py
def run(): pass
//- /use.py
from thing.core import run
run() # run <- lib/thing/core.py:run
`));
Deno.test("manifests: sources of Python that setup.py names", () =>
  check(`
//- /setup.py
from setuptools import setup
setup(name="x", package_dir={"": "lib"})
//- /lib/thing/core.py
def run(): pass
//- /attic/thing/core.py
def run(): pass
//- /use.py
from thing.core import run
run() # run <- lib/thing/core.py:run
`));
Deno.test("manifests: namespaces of PHP that composer.json maps to folders", () =>
  check(`
//- /composer.json
{ "autoload": { "psr-4": { "Acme\\\\Shop\\\\": "code/" } }, "autoload-dev": { "psr-4": { "Acme\\\\Tests\\\\": ["tests/unit"] } } }
//- /code/Cart/Basket.php
<?php
namespace Acme\\Shop\\Cart;
class Basket { public function fill() {} public static function make() {} }
//- /legacy/Cart/Basket.php
<?php
namespace Legacy\\Cart;
class Basket { public function fill() {} public static function make() {} }
//- /web/page.php
<?php
use Acme\\Shop\\Cart\\Basket;
Basket::make(); // make <- code/Cart/Basket.php:Basket.make
$b = new Basket();
$b->fill(); // fill <- code/Cart/Basket.php:Basket.fill
`));
Deno.test("manifests: source folders of Maven", () =>
  check(`
//- /pom.xml
<project><build><sourceDirectory>java</sourceDirectory></build></project>
//- /java/com/acme/Tool.java
package com.acme;
public class Tool { public static void run() {} }
//- /attic/com/acme/Tool.java
package com.acme;
public class Tool { public static void run() {} }
//- /java/com/app/Main.java
package com.app;
import com.acme.Tool;
class Main { void a() {
  Tool.run(); // run <- java/com/acme/Tool.java:Tool.run
} }
`));
Deno.test("manifests: headers in an include folder", () =>
  check(`
//- /CMakeLists.txt
include_directories(inc)
//- /inc/kit/tool.h
void tool_run(void);
//- /old/kit/tool.h
void tool_run(void);
//- /src/tool.c
#include <kit/tool.h>
void tool_run(void) {}
//- /src/main.c
#include "kit/tool.h"
int main(void) {
  tool_run(); // tool_run <- src/tool.c:tool_run
}
`));

Deno.test("manifests: source folders of Gradle and of a Kotlin script", () =>
  check(`
//- /one/build.gradle
plugins { id 'java' }
sourceSets { main { java { srcDirs = ['code', 'more'] } } }
//- /one/more/com/acme/Tool.java
package com.acme;
public class Tool { public static void run() {} }
//- /two/build.gradle.kts
plugins { java }
sourceSets { main { java.srcDir("kode") } }
//- /two/kode/com/acme/Tool.java
package com.acme;
public class Tool { public static void run() {} }
//- /one/code/com/app/Main.java
package com.app;
import com.acme.Tool;
class Main { void a() {
  Tool.run(); // run <- one/more/com/acme/Tool.java:Tool.run
} }
//- /two/kode/com/app/Main.java
package com.app;
import com.acme.Tool;
class Main { void a() {
  Tool.run(); // run <- two/kode/com/acme/Tool.java:Tool.run
} }
`));

Deno.test("manifests: options that extend a package, their own or an unknown one", () =>
  check(`
//- /tsconfig.json
{ "extends": "@acme/unknown", "compilerOptions": {} }
//- /config/package.json
{ "name": "@acme/options" }
//- /config/base.json
{ "compilerOptions": { "paths": { "@lib/*": ["../library/*"] } } }
//- /app/tsconfig.json
{ "extends": ["@acme/options/base.json", "./tsconfig.json"] }
//- /library/one.ts
export function one() {}
//- /app/use.ts
import { one } from '@lib/one'
one() // one <- library/one.ts:one
//- /other/one.ts
export function one() {}
`));

Deno.test("manifests: a folder is what its package begins with", () =>
  check(`
//- /package.json
{ "name": "app", "main": "lib/application.js", "exports": { ".": { "require": "./lib/application.js", "import": "./dist/app.mjs" } } }
//- /lib/application.js
module.exports = class Application { listen () {} }
//- /lib/params.js
module.exports = {
  get (name) {},
  read: (text) => 1,
  type () { return this.get('type') } // get <- lib/params.js:get
}
//- /test/app.js
const App = require('..')
const params = require('../lib/params')
const app = new App() // App <- lib/application.js:Application
app.listen() // listen <- lib/application.js:Application.listen
params.read('a') // read <- lib/params.js:read
`));
