/** Every module as a file of its own below build/<package>/. */
export declare function writeModules(root: string): Promise<void>
