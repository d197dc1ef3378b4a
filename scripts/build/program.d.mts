/** Every module of src/ as a file of its own below build/. */
export declare function writeModules(root: string): Promise<void>
