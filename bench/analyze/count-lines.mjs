// Peer, the physical limit: `wc -l`. node count-lines.mjs FILE
import { spawnSync } from 'node:child_process'

spawnSync('wc', ['-l', process.argv[2]], { stdio: 'inherit' })
