import type { Plugin } from 'esbuild'

export declare const PACKAGES: readonly string[]
export declare function sourceFiles(root: string, ending?: RegExp): string[]
export declare function surfaceFiles(root: string): (specifier: string) => string | null
export declare function builtFile(source: string): string
export declare function ownPackages(root: string): Plugin
