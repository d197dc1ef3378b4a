// Languages that are read line by line: what they define and bring in, and which lines are comments. Checked against
// universal-ctags on real code; what came out is in docs/decisions/0070.
import { describe, expect, it } from 'vitest'
import { readPlainLines } from '../../../../src/content/source-code/analyst/plain-lines.ts'
import { memorySource } from '../memory-source.ts'

const CASES: readonly (readonly [language: string, text: string, names: string, imports: number, comments: number])[] =
  [
    [
      'erlang',
      `%% A store.
-module(store).
-behaviour(gen_server).
-include("store.hrl").
-record(state, {table}).
-define(LIMIT, 10).
put(Key, Value) when is_atom(Key) ->
    gen_server:call(?MODULE, {put, Key, Value});
put(_, _) ->
    error(badarg).
init([]) -> {ok, #state{table = "put(x) ->"}}.
`,
      'module store, record state, macro LIMIT, function put, function init',
      2,
      1,
    ],
    [
      'fsharp',
      `module Shop.Orders
open System
(* not let here x = 1 *)
type Order = { Id: int }
let rate = 0.2
let rec total (orders: Order list) = orders |> List.sumBy price
let inline price order = order.Id
type Cart() =
    member this.Add item = ()
`,
      'module Shop.Orders, type Order, function total, function price, type Cart, method Add',
      1,
      1,
    ],
    [
      'fortran',
      `! Solves.
module solver
  use kinds, only: dp
  type :: grid
  end type grid
contains
  SUBROUTINE Relax(a, n)
  end subroutine Relax
  pure real(dp) function norm(a) result(r)
  end function norm
end module solver
`,
      'module solver, type grid, function Relax, function norm',
      1,
      1,
    ],
    [
      'pascal',
      `unit Accounts;
{ procedure Hidden; }
interface
uses SysUtils, Classes;
type
  TAccount = class(TObject)
  end;
  TKind = class of TAccount;
implementation
procedure TAccount.Deposit(Amount: Currency);
begin
end;
function Total: Currency;
begin
end;
`,
      'unit Accounts, type TAccount, function TAccount.Deposit, function Total',
      1,
      1,
    ],
    [
      'nim',
      `## Docs
import std/strutils
type
  Shape* = ref object of RootObj
proc area*(s: Shape): float = 1.0
template twice(x: untyped) = x
#[ proc hidden() ]#
`,
      'type Shape, function area, macro twice',
      1,
      2,
    ],
    [
      'julia',
      `#= a block =#
module Waves
using LinearAlgebra
abstract type Wave end
mutable struct Sine <: Wave
end
function amplitude(w::Sine, t) where T
end
shift(w, d) = w + d
@inline half(x)::Float64 = x / 2
x == y
end
`,
      'module Waves, type Wave, type Sine, function amplitude, function shift, function half',
      1,
      1,
    ],
    [
      'clojure',
      `;; orders
(ns shop.orders
  (:require [clojure.string :as str]))
(def rate 0.2)
(defn- total [orders] (reduce + orders))
(defmacro unless [x] x)
(defrecord Order [id])
`,
      'module shop.orders, variable rate, function total, macro unless, type Order',
      1,
      1,
    ],
    [
      'scheme',
      `; lists
(use-modules (srfi srfi-1))
(define limit 10)
(define (sum xs) (fold + 0 xs))
#| (define (hidden) 1) |#
(define-record-type point (make-point x) point?)
`,
      'variable limit, function sum, type point',
      1,
      2,
    ],
    [
      'emacs-lisp',
      `;;; x.el
(require 'cl-lib)
(defcustom x-limit 10 "Limit (defun no ())")
(cl-defun x-run (&key a) a)
(define-minor-mode x-mode "X")
`,
      'variable x-limit, function x-run, function x-mode',
      1,
      1,
    ],
    [
      'perl',
      `package Shop::Cart;
use strict;
use warnings;
# a comment
sub add { my ($self, $item) = @_; }
my $text = "sub fake {";
sub total :lvalue
{
}
`,
      'package Shop::Cart, function add, function total',
      2,
      1,
    ],
    [
      'r',
      `library(stats)
# sub
fit <- function(x, ...) x
"scale2" <-
function(x) x
setMethod("show", "Fit", function(object) 1)
y <- 3
`,
      'function fit, function scale2, method show',
      1,
      1,
    ],
    [
      'protobuf',
      `syntax = "proto3";
import "a.proto";
// orders
message Order { enum Kind { A = 0; } }
service Shop {
  rpc Put (Order) returns (Order);
}
`,
      'message Order, service Shop, function Put',
      2,
      1,
    ],
    [
      'graphql',
      `# schema
"""
type Hidden
"""
type Order implements Node { id: ID! }
extend input Filter { a: Int }
directive @auth on FIELD
query Orders($n: Int) { orders }
`,
      'type Order, input Filter, directive auth, function Orders',
      0,
      1,
    ],
    [
      'objective-c',
      `// shop
#import "Order.h"
@interface Order : NSObject
@end
@implementation Order
- (void)add:(id)item {}
+ (instancetype) order { return nil; }
@end
`,
      'class Order, class Order, method add, method order',
      1,
      1,
    ],
  ]

describe.each(CASES)('%s', (language, text, names, imports, comments) => {
  it('is read for what it defines, brings in and comments', async () => {
    const figures = await readPlainLines(memorySource(text, 'x'), language, new AbortController().signal)
    const functions = figures.functions.map(({ name, line, signature }) => ({ word: kindOf(signature), name, line }))
    const types = figures.classes.map(({ name, kind, line }) => ({ word: kind, name, line }))
    const found = [...functions, ...types].sort((a, b) => a.line - b.line).map(({ word, name }) => `${word} ${name}`)
    expect(found.join(', ')).toBe(names)
    expect({ imports: figures.imports.length, comments: figures.comment_lines }).toEqual({ imports, comments })
  })
})

/** Functions and methods are listed together. */
function kindOf(signature: string): string {
  return /^(?:[-+]|setMethod|member)/.test(signature) ? 'method' : 'function'
}
