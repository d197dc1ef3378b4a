// Reading what a declaration defines from its first words.
import { describe, expect, it } from 'vitest'
import { readSignature } from '../../../src/text/code/signature.ts'

describe('declarations by keyword', () => {
  it.each([
    ['def load(path):', 'function load'],
    ['async def load(path):', 'function load'],
    ['@app.get("/x", tags=["a"])\n@cached\ndef load():', 'function load'],
    ['export default async function load() {', 'function load'],
    ['export abstract class Store<T> extends Base {', 'class Store'],
    ['class _Stream:', 'class _Stream'],
    ['public static final class Entry implements A {', 'class Entry'],
    ['pub(crate) async unsafe fn load<T>() -> T {', 'function load'],
    ['#[derive(Debug)]\npub struct Entry {', 'struct Entry'],
    ['impl<T> fmt::Display for Ledger<T> where T: Ord {', 'impl fmt::Display for Ledger<T>'],
    ['func (l *Ledger) Add(e Entry) error {', 'function Add'],
    ['fun <T> List<T>.second(): T = this[1]', 'function List'],
    ['data class Entry(val a: Int)', 'class Entry'],
    ['def self.load(path)', 'function load'],
    ['defp parse(line) do', 'function parse'],
    ['defmodule Books.Ledger do', 'module Books.Ledger'],
    ['macro_rules! entry {', 'macro entry'],
    ['namespace books::detail {', 'namespace books::detail'],
    ['template <typename T>\nclass Ledger {', 'class Ledger'],
    ['typedef struct { int a; } entry_t;', 'type entry_t'],
    ['CREATE TABLE IF NOT EXISTS public.accounts (', 'table public.accounts'],
    ['create or replace function total() returns int', 'function total'],
    ['(defn load [path]', 'function load'],
    ['Public Sub Load()', 'function Load'],
    ['- (void)reload:(BOOL)now', 'method reload:'],
    ['test "an entry moves a balance" {', 'test an entry moves a balance'],
  ])('%s', (text, expected) => {
    const found = readSignature(text, false)
    expect(found && `${found.word} ${found.name}`).toBe(expected)
  })
})

it('finds functions bound to names', () => {
  expect(readSignature('const load = async (path: string) => {', false)).toEqual({ word: 'function', name: 'load' })
  expect(readSignature('Ledger.prototype.add = function (entry) {', false)?.name).toBe('Ledger.prototype.add')
  expect(readSignature('load <- function(path) {', false)?.name).toBe('load')
  expect(readSignature('pub const Ledger = struct {', false)).toEqual({ word: 'struct', name: 'Ledger' })
})

it('finds the name of what a parser calls a function', () => {
  expect(readSignature('static int\nledger_add(struct ledger *l)', true)?.name).toBe('ledger_add')
  expect(readSignature('Money Ledger<T>::balance(int a) const {', true)?.name).toBe('balance')
  expect(readSignature('let add ledger entry =', true)?.name).toBe('add')
})

it.each([
  'data = load()',
  'object.method()',
  'type(x)',
  'test -f "$file"',
  'let x = 1',
  'x = 5',
  'return class',
  '',
  'import os',
])('sees no definition in %j', text => {
  expect(readSignature(text, false)).toBeNull()
})
