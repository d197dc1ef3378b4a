import type { Plugin } from 'esbuild'

/** Whether the module at this path is bundled as a stand-in that throws. */
export declare function isLeftOut(path: string): boolean

export declare function leaveOut(): Plugin
