// Words that people and texts use for the same thing, and words for the begin and the end of something. Tables only.
import { stem } from '@shoal/base/text/stem'
import { ABBREVIATIONS } from '../lexicon.ts'

/** One sense a line. A word may stand in several. */
const SAME = `
cost costs price priced fee fees charge charged charges pay pays paid payment payable fare fine fined surcharge penalty deductible amount
free gratis complimentary costless
buy purchase order acquire
reserve reserved reservation book booked booking bookable
cancel cancelled cancellation end ended terminate termination quit leave leaving resign unsubscribe withdraw revoke
delete deleted deletion erase erased remove removed removal clear cleared purge wipe drop dropped discard clean
keep kept retain retained retention store stored storage preserve archive hold held save saved history
child children kid kids minor minors
dog dogs pet pets
wifi wi-fi wireless wlan network internet ssid
phone telephone call called mobile tel hotline
email mail e-mail mailbox
ahead advance beforehand early
late delay delayed overdue belated tardy
return returned returns back bring brought handed
lose lost loses losing missing stolen theft
laptop notebook computer device devices phone phones smartphone mobile tablet electronic
alcohol beer wine spirits
sibling siblings brother brothers sister sisters
discount discounts reduction reduced cheaper less rebate
valid validity lifetime ttl expire expires expired expiry expiration
depart departed departure departs leave left leaves
arrive arrived arrival arrives reach reached come came
allow allowed permit permitted permission may forbidden prohibited banned
eat food eating meal meals snack
drink drinks beverage beverages bottle
film films dvd dvds movie movies
car cars vehicle vehicles
boss manager supervisor lead superior
holiday holidays vacation leave off
sick ill illness sickness unwell
salary wage pay wages
home remote remotely telework
office workplace site premises
doctor physician medical
hire hired hiring recruit recruitment recruiting
colleague colleagues coworker coworkers employee employees staff member members worker workers
boat boats ship vessel
guest guests visitor visitors
rule rules policy policies regulation regulations
begin begins began begun start started starts startup launch launched open opened boot
finish finished end ended ends complete completed completes done conclude concluded
stop stopped stops halt halted shutdown shut terminate terminated
restart restarted reboot rebooted start started
fail failed fails failure failing error errors broken crash crashed unable cannot refused rejected fault
pause paused suspend suspended
resume resumed continue continued unpause
connect connected connection reconnect reconnected
disconnect disconnected refused dropped lose lost unreachable
load loaded loads read reads import imported ingest ingested
save saved write written wrote persist persisted store stored
send sent sends deliver delivered dispatch dispatched emit
fetch fetched fetches get load download downloaded retrieve retrieved
create created creates make made makes new build builds built generate generated generates
parse parsed parses parsing decode decoded
change changed changes modify modified alter altered update updated edit edited
replace replaced replacement substitute fallback instead
increase increased raise raised rise grow
maximum max most highest limit cap upper upto
minimum min least lowest lower
size big large length capacity
fit fits hold holds seat seats capacity accommodate room
database db datasource postgres mysql sqlite
password pwd passwd passphrase
directory dir folder path
environment env stage
production prod live
staging stage preprod
development dev local
config configuration configured settings conf
connection connections conn pool pooled
second seconds sec secs
minute minutes mins
megabyte megabytes mb
address addr url host
number num count
initial init
server host hostname machine
interval period frequency
timeout timeouts
schedule scheduled cron
attempt attempts retry retries tries try
version versions release released releases image tag
timezone tz
memory mem ram heap
language locale lang
url uri link endpoint
token tokens
log logs logging logfile
thread threads worker workers
user users account accounts
require required requires need needed needs must mandatory necessary obligatory
licence license licenses licences
deploy deploys deployed deployment deployments release released rollout
approve approved approval sign signed signature authorise authorize authorised
submit submitted file filed apply application applications
rename renamed renames
meaning mean means
visit visits
emergency accident urgent
hurt injured injury wound
toilet toilets restroom bathroom
lift elevator
rubbish trash garbage waste
flat apartment
bike bicycle bikes bicycles
shop store shops
warranty guarantee
refund refunded refunds back reimburse reimbursed reimbursement repaid
complain complaint complaints
deadline due latest by
park parking parked
smoke smoking cigarette
clean cleaned cleaning wash washed
repair repairs repaired fix fixed mend
check checked checks inspect inspected inspection serviced
train training course courses
invoice invoices bill bills
customer customers client clients
reset resets
forgot forget forgotten
rain rainfall precipitation
wind windy
answer answered reply replied respond responded response
contact contacts reach reachable
age aged old older under over
weekend weekends saturday sunday
colour color red green blue yellow orange white black grey gray brown pink purple
noon midday afternoon
not no never cannot unable without
morning mornings
evening night
`

/** Words for the begin of something, and those for its end. */
const SPANS: readonly (readonly [begin: string, end: string])[] = [
  [
    'start started starts starting begin began begun launched opening initiated triggered running',
    'finish finished finishes end ended complete completed done stopped exited succeeded terminated',
  ],
  ['pause paused suspended halted stopped', 'resume resumed continued restarted unpaused'],
  ['open opened opening', 'close closed closing shut'],
  ['in inserted entered entering', 'out removed left leaving'],
  ['on enabled activated started', 'off disabled deactivated stopped'],
  ['off disabled deactivated stopped', 'on enabled activated started'],
  [
    'down out offline lost refused disconnected unreachable unavailable dropped failed stopped broken',
    'up online back reconnected connected restored recovered available resumed restarted started',
  ],
  ['lock locked acquired', 'unlock unlocked released'],
  ['mount mounted', 'unmount unmounted'],
  ['login logged connected joined', 'logout disconnected'],
  ['shutdown shutting sigterm stopped stopping', 'started restarted starting ready'],
  ['failed failing failure error', 'recovered recovery healthy ok restored resolved'],
  ['created submitted queued received requested', 'processed delivered completed closed shipped'],
]

const groups: readonly ReadonlySet<string>[] = [
  ...SAME.trim()
    .split('\n')
    .map(line => line.split(' ')),
  ...ABBREVIATIONS,
].map(line => new Set(line.map(stem)))

const byStem: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const all = new Map<string, ReadonlySet<string>>()
  for (const group of groups) for (const one of group) all.set(one, new Set([...(all.get(one) ?? []), ...group]))
  return all
})()

const NONE: ReadonlySet<string> = new Set()

/** Stems that say the same as a stem, itself among them where it is known. */
export function sameAs(own: string): ReadonlySet<string> {
  return byStem.get(own) ?? NONE
}

const spans = SPANS.map(
  ([begin, end]) => [new Set(begin.split(' ').map(stem)), new Set(end.split(' ').map(stem))] as const,
)

/** For each sense in which a word tells the begin of something: the words for the begin, and those for the end. */
export function spansOf(word: string): readonly (readonly [begin: ReadonlySet<string>, end: ReadonlySet<string>])[] {
  return spans.filter(([begin]) => begin.has(word))
}
