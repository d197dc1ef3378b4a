// The common form that code of every language is brought into before it is followed: a small tree of what it does.
import type { Node } from 'web-tree-sitter'

export type Constant = string | number | boolean | null

export interface Parameter {
  readonly name: string
  /** As written, without its package; empty if there is none. */
  readonly type: string
  /** Annotations and decorators as written. */
  readonly notes: string
  readonly default: Code | null
}

/** A function whose body is brought into this form only when it is followed. */
export interface FunctionCode {
  readonly name: string
  readonly owner: string
  readonly parameters: readonly Parameter[]
  readonly node: Node
  /** Annotations and decorators as written. */
  readonly notes: string
  /** Nobody outside the file calls it. */
  readonly isPrivate: boolean
  readonly body: () => Code
}

export interface Argument {
  /** Of a keyword argument. */
  readonly name: string | null
  readonly value: Code
}

export interface Case {
  /** Empty for the default. */
  readonly tests: readonly Code[]
  readonly body: Code
  readonly fallsThrough: boolean
}

interface At {
  readonly node: Node
}

export type Code = At &
  (
    | { readonly kind: 'constant'; readonly value: Constant }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly object: Code; readonly name: string }
    | { readonly kind: 'index'; readonly object: Code; readonly key: Code }
    | CallCode
    | { readonly kind: 'binary'; readonly operator: string; readonly left: Code; readonly right: Code }
    | { readonly kind: 'unary'; readonly operator: string; readonly operand: Code }
    | { readonly kind: 'choice'; readonly test: Code; readonly yes: Code; readonly no: Code }
    /** Text put together of parts: a chain of `+`, a template. */
    | { readonly kind: 'text'; readonly parts: readonly Code[] }
    | { readonly kind: 'list'; readonly items: readonly Code[] }
    | { readonly kind: 'map'; readonly entries: readonly { readonly key: Code; readonly value: Code }[] }
    /** `operator` is empty for a plain assignment, else `+` and the like; `type` is a declared one. */
    | {
        readonly kind: 'assign'
        readonly target: Code
        readonly operator: string
        readonly value: Code
        readonly type: string
      }
    /** `[a, b]` or `{ a, b: c }` on the left side: what each gets. */
    | {
        readonly kind: 'pattern'
        readonly parts: readonly { readonly key: Constant; readonly target: Code }[]
      }
    | { readonly kind: 'cast'; readonly type: string; readonly value: Code }
    /** A path that is known without looking: an import. */
    | { readonly kind: 'path'; readonly path: string }
    | { readonly kind: 'function'; readonly fn: FunctionCode; readonly isDeclared: boolean }
    | {
        readonly kind: 'class'
        readonly name: string
        readonly bases: string
        readonly notes: string
        readonly members: readonly Code[]
      }
    | { readonly kind: 'block'; readonly body: readonly Code[] }
    | { readonly kind: 'if'; readonly test: Code; readonly yes: Code; readonly no: Code | null }
    | {
        readonly kind: 'loop'
        readonly start: Code | null
        readonly test: Code | null
        readonly step: Code | null
        readonly body: Code
        readonly testsLast: boolean
      }
    | { readonly kind: 'each'; readonly target: Code; readonly of: Code; readonly body: Code }
    | { readonly kind: 'switch'; readonly subject: Code | null; readonly cases: readonly Case[] }
    | { readonly kind: 'return'; readonly value: Code | null }
    | { readonly kind: 'jump'; readonly to: 'break' | 'continue' | 'throw'; readonly value: Code | null }
    | { readonly kind: 'try'; readonly body: Code; readonly handlers: readonly Code[]; readonly last: Code | null }
    /** Anything else: its parts are followed one after the other. */
    | { readonly kind: 'other'; readonly parts: readonly Code[] }
  )

export interface CallCode {
  readonly kind: 'call'
  readonly node: Node
  readonly callee: Code
  readonly args: readonly Argument[]
  readonly isNew: boolean
}
