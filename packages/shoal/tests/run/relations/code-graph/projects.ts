// One small project for each language, with marks: code-graph.test.ts says what they mean.
export const PROJECTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'TypeScript: barrels, aliases, namespaces, types': {
    'package.json':
      '{ "name": "shop", "exports": { ".": "./dist/index.js", "./tools/*": "./dist/tools/*.js" }, "imports": { "#own/*": "./src/own/*.ts" } }',
    'tsconfig.json':
      '{ // with a comment\n "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] }, "outDir": "dist", "rootDir": "src", } }',
    'src/store.ts': [
      'export class Store { // <- Store',
      '  size = 0 // <- Store.size',
      '  save(text: string): Store { // <- save',
      '    return this',
      '  }',
      '}',
      'function inner() {} // <- inner',
      'export { inner as outer }',
      'export default function open(): Store { // <- open',
      '  inner() // -> inner',
      '  return new Store() // -> Store',
      '}',
      'export type Shape =',
      '  | { kind: "a"; of: string }',
      '  | { kind: "b"; of: number }',
    ].join('\n'),
    'src/index.ts': [
      "export * from './store.js'",
      "export { default as openStore } from './store'",
      "export * as tools from './tools/text'",
    ].join('\n'),
    'src/tools/text.ts': 'export const trim = (text: string) => text // <- trim',
    'src/own/secret.ts': 'export const secret = 1 // <- secret',
    'src/use.ts': [
      "import { Store as Disk, outer, openStore, tools } from '@/index' // -> outer=inner -> openStore=open",
      "import * as all from './index'",
      "import { trim } from 'shop/tools/text' // -> trim",
      "import { secret } from '#own/secret' // -> secret",
      "import type { Shape } from './store'",
      'class Loud extends Disk { // -> Disk=Store',
      '  run(other: Disk) {',
      '    this.save("x") // -> save',
      '    other.save("y") // -> save',
      '    return other.save("z").size // -> size=Store.size',
      '  }',
      '}',
      'outer() // -> outer=inner',
      'const made = openStore() // -> openStore=open',
      'made.save("x") // -> save',
      'all.outer() // -> outer=inner',
      'tools.trim("x") // -> trim',
      'export function deep(save: (x: string) => void, shape: Shape) {',
      '  const inner = () => 1 // <- own',
      '  inner() // -> inner=own',
      '  shape.of // -> of=?',
      '  unknown.save() // -> save=?',
      '  return { trim: 1, secret } // -> secret',
      '}',
    ].join('\n'),
  },
  'JavaScript: CommonJS': {
    'lib/db.js': [
      'function connect() {} // <- connect',
      'class Pool { take() {} } // <- take',
      'module.exports = { connect, Pool, close: connect }',
      'module.exports.late = function () {} // <- late',
    ].join('\n'),
    'lib/one.js': ['function only() {} // <- only', 'module.exports = only'].join('\n'),
    'main.js': [
      "const { connect: link, Pool } = require('./lib/db')",
      "const db = require('./lib/db.js')",
      "const only = require('./lib/one') // -> only",
      'link() // -> link=connect',
      'db.close() // -> close=connect',
      'db.late() // -> late',
      'only() // -> only',
      'const pool = new Pool()',
      'pool.take() // -> take',
    ].join('\n'),
  },
  'Python: packages': {
    'shop/__init__.py': 'from .orders import Order as Entry, load\nfrom .prices import *\n',
    'shop/orders.py': [
      'from . import prices',
      'from .base import Base',
      'class Order(Base): # <- Order',
      '    def total(self): # <- total',
      '        return prices.rate(self.count()) # -> rate -> count',
      '    @classmethod',
      '    def make(cls) -> "Order": # <- make',
      '        return cls()',
      'def load(path): # <- load',
      '    order = Order() # -> Order',
      '    return order.total() # -> total',
    ].join('\n'),
    'shop/base.py': 'class Base: # <- Base\n    def count(self): # <- count\n        return 1\n',
    'shop/prices.py': 'def rate(n): # <- rate\n    return n\ndef _own(): pass\n',
    'main.py': [
      'import shop.prices as p',
      'import shop',
      'from shop import Entry, rate # -> Entry=Order -> rate',
      'from other import rate as far',
      'p.rate(1) # -> rate',
      'shop.load("x") # -> load',
      'shop.orders.load("x") # -> load',
      'Entry.make().total() # -> total',
      'far() # -> far=?',
      'def f(order: Entry, rate):',
      '    order.count() # -> count',
      '    return [load for load in rate]',
    ].join('\n'),
  },
  'Java: packages': {
    'src/main/java/com/shop/Order.java': [
      'package com.shop;',
      'public class Order extends Base { // <- Order',
      '  private final Store store = new Store(); // <- Order.store',
      '  void pay(Item item) { // <- pay',
      '    store.save(item); // -> save -> store=Order.store',
      '    this.store.save(item); // -> save',
      '    count(); // -> count',
      '    twice(1); // -> twice=?',
      '  }',
      '  void twice(int a) {}',
      '  void twice(String a) {}',
      '  static class Item {} // <- Item',
      '}',
    ].join('\n'),
    'src/main/java/com/shop/Base.java': 'package com.shop;\nclass Base {\n  void count() {} // <- count\n}',
    'src/main/java/com/shop/Store.java':
      'package com.shop;\npublic class Store { // <- Store\n  void save(Object o) {} // <- save\n  static void open() {} // <- open\n}',
    'src/test/java/com/other/Use.java': [
      'package com.other;',
      'import com.shop.Order;',
      'import com.shop.*;',
      'import static com.shop.Store.open;',
      'class Use {',
      '  void run(Order order) { // -> Order',
      '    order.pay(null); // -> pay',
      '    open(); // -> open',
      '    Store.open(); // -> open -> Store',
      '    com.shop.Store.open(); // -> open',
      '    new Order.Item(); // -> Item',
      '    order.missing(); // -> missing=?',
      '  }',
      '}',
    ].join('\n'),
  },
  'Kotlin: packages': {
    'a/Order.kt':
      'package com.shop\n\nclass Order {\n    fun pay(): Int = 1 // <- pay\n}\n\nfun load(): Order = Order() // <- load\n',
    'b/Use.kt':
      'package com.other\n\nimport com.shop.Order\nimport com.shop.load as begin\n\nfun run(order: Order) {\n    order.pay() // -> pay\n    begin().pay() // -> pay -> begin=load\n    val mine = Order()\n    mine.pay() // -> pay\n}\n',
  },
  'Go: modules': {
    'go.mod': 'module example.com/shop\n\ngo 1.21\n',
    'store/store.go':
      'package store\n\ntype Store struct { // <- Store\n\tSize int // <- Size\n}\n\nfunc New() *Store { // <- New\n\treturn &Store{} // -> Store\n}\n',
    'store/save.go':
      'package store\n\nfunc (s *Store) Save(text string) { // <- Save\n\thelp(s) // -> help\n}\n\nfunc help(s *Store) { // <- help\n\ts.Size++ // -> Size\n}\n',
    'main.go':
      'package main\n\nimport (\n\t"fmt"\n\tdisk "example.com/shop/store"\n)\n\nfunc run(s *disk.Store) { // -> Store\n\ts.Save("x") // -> Save\n\tdisk.New().Save("y") // -> New -> Save\n\tfmt.Println("z") // -> Println=?\n}\n',
  },
  'C#: namespaces': {
    'Store.cs':
      'namespace Shop.Data\n{\n    public class Store // <- Store\n    {\n        public void Save(string text) { } // <- Save\n    }\n}\n',
    'Order.cs':
      'using Shop.Data;\n\nnamespace Shop.Orders;\n\npublic class Order\n{\n    private readonly Store _store = new Store(); // -> Store\n    public void Pay() // <- Pay\n    {\n        _store.Save("x"); // -> Save\n        Run(); // -> Run\n        Unknown.Save("x"); // -> Save=?\n    }\n    private void Run() { } // <- Run\n}\n',
  },
  'PHP: namespaces': {
    'src/Store.php':
      '<?php\nnamespace Shop\\Data;\n\nclass Store { // <- Store\n    public function save(string $text) {} // <- save\n    public static function open(): Store { return new self(); } // <- open\n}\n',
    'src/Order.php':
      '<?php\nnamespace Shop\\Orders;\n\nuse Shop\\Data\\Store as Disk;\n\nclass Order {\n    private Disk $disk;\n    public function pay(Disk $other) {\n        $other->save("x"); // -> save\n        $this->disk->save("y"); // -> save\n        Disk::open(); // -> open\n        $this->run(); // -> run\n    }\n    private function run() {} // <- run\n}\n',
  },
  'Rust: crates': {
    'Cargo.toml': '[package]\nname = "shop"\nversion = "1.0.0"\n',
    'src/lib.rs': 'pub mod store;\nmod orders;\npub use store::Store as Disk;\n',
    'src/store/mod.rs':
      'pub mod text;\n\npub struct Store { // <- Store\n    pub size: u32, // <- size\n}\n\nimpl Store {\n    pub fn save(&self) {} // <- save\n    pub fn open() -> Store { // <- open\n        Store { size: 1 } // -> Store\n    }\n}\n',
    'src/store/text.rs':
      'use super::Store;\n\npub fn trim(store: &Store) -> u32 { // <- trim\n    store.save(); // -> save\n    store.size // -> size\n}\n',
    'src/orders.rs':
      'use crate::store::{text::trim, Store};\nuse crate::Disk;\n\npub fn pay(disk: &Disk) {\n    disk.save(); // -> save\n    trim(disk); // -> trim\n    Store::open().save(); // -> open -> save\n    crate::store::text::trim(disk); // -> trim\n}\n',
  },
  'C: headers': {
    'include/store.h':
      '#ifndef STORE_H\n#define STORE_H\n#define MOST 5 // <- MOST\ntypedef struct store { int size; } store_t; // <- store_t\nvoid save(store_t *s);\n#endif\n',
    'src/store.c':
      '#include "store.h"\n\nstatic void help(void) {}\n\nvoid save(store_t *s) { // <- save\n    s->size = MOST; // -> MOST\n}\n',
    'src/main.c':
      '#include "../include/store.h"\n\nint main(void) {\n    store_t s; // -> store_t\n    save(&s); // -> save\n    help(); // -> help=?\n    return OTHER; // -> OTHER=?\n}\n',
  },
  'C++: namespaces and classes': {
    'store.hpp':
      'namespace shop {\nclass Store { // <- Store\n public:\n  int size() { return 1; } // <- size\n};\n}\n',
    'main.cpp':
      '#include "store.hpp"\n\nint run(shop::Store *store) { // -> Store\n  shop::Store own;\n  own.size(); // -> size\n  return store->size(); // -> size\n}\n',
  },
  'Ruby: classes': {
    'lib/store.rb':
      'module Shop\n  class Store # <- Store\n    def self.open # <- open\n      new\n    end\n    def save(text) # <- save\n      help # -> help\n    end\n    def help; end # <- help\n  end\nend\n',
    'main.rb':
      "require_relative 'lib/store'\n\nstore = Shop::Store.new # -> Store\nShop::Store.open # -> open\nother.save # -> save=?\n",
  },
}
