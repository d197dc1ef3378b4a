// The live view: the runs, one run at work, its report.

export function LiveApp() {
  return <main />
}
