// A dirty contact list, two versions of a price list, a machine log, a scheduler in Python, a manual.
import { at, DAY, draws, FIRST, isoDay, isoSecond, LAST, pad, table } from './random.mjs'

export function contacts() {
  const d = draws('contacts')
  const rows = Array.from({ length: 500 }, (_, i) => {
    const [first, last] = [d.pick(FIRST), d.pick(LAST)]
    const email = `${first}.${last}${i}@example.${d.pick(['org', 'net', 'com'])}`.toLowerCase()
    const phone = d.chance(0.08) ? d.pick(['', 'n/a']) : `0${d.int(30, 89)} ${d.int(100000, 999999)}`
    const debt = ((d.chance(0.25) ? -1 : 1) * d.int(0, 90000)) / 100
    return [
      first,
      last,
      email,
      phone,
      pad(d.int(1000, 99000), 5),
      debt.toFixed(2),
      d.chance(0.6) ? 'TRUE' : 'FALSE',
      isoDay(at(2022, 1, 1) + d.int(0, 900) * DAY),
    ]
  })
  for (const i of [30, 95, 160, 222, 301, 388, 455]) rows.push([...rows[i]])
  for (const i of [12, 77, 140, 266])
    rows.push([...rows[i].slice(0, 3), '040 111111', '22041', '5.00', 'TRUE', '2024-07-01'])
  rows.push([...rows[12].slice(0, 3), '040 222222', '22043', '7.00', 'TRUE', '2024-07-02'])
  const header = [
    'First Name',
    'Last Name',
    'E-Mail',
    'Phone',
    'Zip Code',
    'Balance EUR',
    'Newsletter',
    'Customer Since',
  ]
  return { 'contacts/contacts.csv': table(header, d.shuffle(rows)) }
}

export function pricelist() {
  const d = draws('pricelist')
  const old = Array.from({ length: 150 }, (_, i) => ({
    code: pad(i * 3 + 12, 4),
    name: `${d.pick(['Red', 'Blue', 'Green'])} ${d.pick(['paint', 'brush', 'roller'])} ${i}`,
    price: { net: d.int(200, 9000) / 100, currency: 'EUR' },
    stocked: d.chance(0.8),
  }))
  const next = old.filter((_, i) => i % 31 !== 7).map(item => structuredClone(item))
  for (let i = 4; i < next.length; i += 12) next[i].price.net = Math.round(next[i].price.net * 112) / 100
  for (let i = 9; i < next.length; i += 25) next[i].stocked = !next[i].stocked
  for (let i = 0; i < 6; i++)
    next.push({
      code: pad(900 + i, 4),
      name: `White paint ${i}`,
      price: { net: 12.5 + i, currency: 'EUR' },
      stocked: true,
    })
  const text = items => `${JSON.stringify(items, null, 1)}\n`
  return { 'pricelist/prices-2023.json': text(old), 'pricelist/prices-2024.json': text(next) }
}

export function plant() {
  const d = draws('plant')
  const events = []
  const say = (time, level, machine, text) =>
    events.push({ time, line: `${isoSecond(time).replace('T', ' ')} [${level}] ${machine}: ${text}` })
  const start = at(2024, 10, 7, 6, 0, 0)
  for (let i = 0; i < 1400; i++) {
    const time = start + i * 20_000 + d.int(0, 9000)
    const machine = d.pick(['pump-1', 'pump-2', 'mixer', 'filler'])
    if (d.chance(0.03)) say(time, 'WARN', machine, `vibration ${d.int(60, 99)} percent`)
    else say(time, 'INFO', machine, `temperature ${d.int(310, 720) / 10} pressure ${d.int(10, 60) / 10}`)
  }
  const stop = at(2024, 10, 7, 10, 14, 30)
  say(stop - 9_000, 'WARN', 'pump-2', 'bearing temperature 98.5')
  say(stop - 4_000, 'ERROR', 'pump-2', 'emergency stop')
  say(stop - 2_000, 'INFO', 'line', 'production halted by operator 0042')
  say(stop + 1_500_000, 'INFO', 'pump-2', 'restarted by operator 0107')
  for (const shift of [2, 6, 7]) say(start + shift * 3_600_000 + 5_500, 'ERROR', 'filler', 'bottle jam')
  return {
    'plant/line.log': `${events
      .sort((a, b) => a.time - b.time)
      .map(({ line }) => line)
      .join('\n')}\n`,
  }
}

export function scheduler() {
  return {
    'scheduler/README.md': `# Scheduler

Plans the shifts of a hospital ward. \`plan_week\` makes the plan, \`export_csv\` writes it.

Settings are in settings.toml; \`max_hours\` is 40 by default.
`,
    'scheduler/settings.toml': `[shifts]
max_hours = 42
min_rest_hours = 11
night_start = "21:30"

[export]
separator = ";"
folder = "plans"
`,
    'scheduler/scheduler/__init__.py': `from .planner import plan_week

__all__ = ["plan_week"]
`,
    'scheduler/scheduler/model.py': `from dataclasses import dataclass

MAX_HOURS = 42


class RuleBroken(Exception):
    pass


@dataclass
class Nurse:
    name: str
    hours: int = 0


@dataclass
class Shift:
    day: int
    kind: str
    length: int = 8
`,
    'scheduler/scheduler/rules.py': `from .model import MAX_HOURS, Nurse, RuleBroken, Shift

MIN_REST_HOURS = 11


def check_hours(nurse: Nurse, shift: Shift) -> None:
    if nurse.hours + shift.length > MAX_HOURS:
        raise RuleBroken(f"{nurse.name} would work too long")


def check_rest(last: Shift, shift: Shift) -> None:
    if shift.day == last.day:
        raise RuleBroken("two shifts on one day")


def allowed(nurse: Nurse, last: Shift, shift: Shift) -> bool:
    try:
        check_hours(nurse, shift)
        check_rest(last, shift)
    except RuleBroken:
        return False
    return True
`,
    'scheduler/scheduler/planner.py': `import logging

from .model import Nurse, Shift
from .rules import allowed

log = logging.getLogger(__name__)


def plan_week(nurses: list[Nurse], shifts: list[Shift]) -> dict[str, list[Shift]]:
    plan: dict[str, list[Shift]] = {nurse.name: [] for nurse in nurses}
    for shift in shifts:
        for nurse in nurses:
            last = plan[nurse.name][-1] if plan[nurse.name] else Shift(-1, "none", 0)
            if allowed(nurse, last, shift):
                plan[nurse.name].append(shift)
                nurse.hours += shift.length
                break
        else:
            # FIXME: tell the ward manager
            log.warning("nobody for day %s", shift.day)
    return plan
`,
    'scheduler/scheduler/export.py': `import csv
import tomllib


def read_settings(path="settings.toml"):
    with open(path, "rb") as file:
        return tomllib.load(file)


def export_csv(plan, path):
    separator = read_settings()["export"]["separator"]
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, delimiter=separator)
        for name, shifts in plan.items():
            writer.writerow([name, len(shifts)])
`,
    'scheduler/tests/test_rules.py': `from scheduler.model import Nurse, Shift
from scheduler.rules import allowed, check_rest


def test_allowed():
    assert allowed(Nurse("Ada"), Shift(-1, "none", 0), Shift(1, "early"))


def test_rest():
    check_rest(Shift(1, "late"), Shift(2, "early"))
`,
    'scheduler/tests/test_planner.py': `from scheduler import plan_week
from scheduler.model import Nurse, Shift


def test_plan():
    plan = plan_week([Nurse("Ada")], [Shift(1, "early")])
    assert len(plan["Ada"]) == 1
`,
  }
}

export function manual() {
  return {
    'manual/washing-machine.md': `# Washing machine WM 40

## Setting up

Put the machine on a firm floor and remove the four transport bolts. Keep the bolts: without them the guarantee ends when the
machine is moved.

## Washing

The drum takes up to 8 kilograms of cotton and 4 kilograms of wool. The short programme takes 28 minutes at 30 degrees.

## Cleaning

Clean the lint filter every two months. Run the drum cleaning programme at 90 degrees twice a year, without laundry.

## Messages

| code | meaning | what to do |
|---|---|---|
| E10 | no water | open the tap |
| E23 | door is open | close the door |
| E41 | drain is blocked | clean the lint filter |
`,
    'manual/dishwasher.md': `# Dishwasher DW 12

The basket holds 12 place settings. Refill salt when the lamp S is lit. The eco programme takes 195 minutes and needs 9.5 litres.

## Noise

At night choose the quiet programme: 39 decibels.
`,
  }
}
