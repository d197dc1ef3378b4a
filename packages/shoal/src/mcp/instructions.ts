// What an agent is told when it meets the server: when to use it, in few words, for every session pays for them.

export const instructions = `shoal answers questions about files and directories too large to read, exactly: every quote and number is checked.
- A cause, a place, a count: overview {paths, question}, then search, read, sql, diff, run with its run; note what matters, end with answer.
- Judgement over all of it: plan, one agent per task (read_chunk, submit_findings), then synthesize, report.
- Figures and findings in one call, no model: analyze {paths, query}.
- A small file: open it yourself.`
