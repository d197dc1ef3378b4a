// Counts verdicts, and takes the part of a list that a seed chooses.

/** `verdict` gives true, 'open' (left empty, and could be told), 'empty' (rightly), 'unknown' (nobody can judge), or the words for what is wrong. */
export function judge(cases, verdict) {
  const counts = { right: 0, wrong: 0, open: 0, empty: 0, unknown: 0 }
  const wrong = []
  for (const one of cases) {
    const said = verdict(one)
    if (said === true) counts.right++
    else if (Object.hasOwn(counts, said)) counts[said]++
    else {
      counts.wrong++
      wrong.push(said)
    }
  }
  return { counts, wrong }
}

export function pick(list, count, random) {
  const all = [...list]
  const taken = Math.min(count, all.length)
  for (let at = 0; at < taken; at++) {
    const other = at + Math.floor(random() * (all.length - at))
    ;[all[at], all[other]] = [all[other], all[at]]
  }
  return all.slice(0, taken)
}
