// Peer: DuckDB's SUMMARIZE with types found over all rows. node duckdb-summarize.mjs FILE
import { DuckDBInstance } from '@duckdb/node-api'

const instance = await DuckDBInstance.create(':memory:')
const connection = await instance.connect()
const path = process.argv[2].replaceAll("'", "''")
await connection.runAndReadAll(`SUMMARIZE SELECT * FROM read_csv('${path}', sample_size = -1)`)
