export function realTables(root: string): readonly (readonly [name: string, text: string])[]
