// What an agent is told when it meets the server: when to use it, in few words, for every session pays for them.

export const instructions = `shoal reads files and directories far larger than your context, exactly. Prefer it to reading files yourself when they are large or many, or when counts, figures or quotes must be right.
- Whole job in one call, no model: analyze {paths, query}.
- Exact figures of a file: profile. SQL: query_data. Also search, detect.
- Your agents read on top: plan, one agent per task (read_chunk, submit_findings), then synthesize, report.
- Durable teams: team_create, task_*, send_message, read_inbox.
Page on with next_cursor.`
