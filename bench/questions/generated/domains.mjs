// Tables of our own invention and the words that people have for what stands in them. `say` are names that tell one column, `with` are
// the ways to ask for rows of one value, `verb` what its rows do with a figure.

/** The columns, what rows are called, and how figures and values are spoken of. */
export const DOMAINS = [
  {
    table: 'parcels',
    one: 'parcel',
    many: 'parcels',
    columns: {
      parcel_no: { key: 'PX' },
      courier: {
        values: ['Nordpost', 'Blitz', 'Karga', 'Vela'],
        say: ['courier'],
        with: ['carried by {}', 'with courier {}'],
      },
      town: { values: ['Kiel', 'Bergen', 'Aarhus', 'Lund'], say: ['town'], with: ['in {}', 'to {}', 'going to {}'] },
      status: { values: ['delivered', 'lost', 'returned'], say: ['status'], is: true },
      weight_kg: { low: 1, high: 30, say: ['weight'], top: 'heaviest', bottom: 'lightest', unit: 'kg' },
      postage: { low: 3, high: 90, say: ['postage'] },
      sent_on: { days: true, did: 'sent' },
    },
  },
  {
    table: 'rehearsals',
    one: 'rehearsal',
    many: 'rehearsals',
    columns: {
      rehearsal_id: { key: 'R' },
      conductor: { values: ['Ito', 'Moss', 'Haas'], say: ['conductor'], with: ['led by {}', 'with {}', 'by {}'] },
      hall: { values: ['Oak', 'Vault', 'Annex', 'Loft'], say: ['hall'], with: ['in {}', 'at {}'] },
      mood: { values: ['tense', 'cheerful', 'calm'], say: ['mood'], is: true },
      length_minutes: { low: 30, high: 240, say: ['length'], top: 'longest', bottom: 'shortest', unit: 'minutes' },
      musicians: { low: 4, high: 80, say: ['musicians'] },
      held_on: { days: true, did: 'held' },
    },
  },
  {
    table: 'sightings',
    one: 'sighting',
    many: 'sightings',
    columns: {
      sighting_id: { key: 'S' },
      observer: {
        values: ['Amara', 'Jonas', 'Petra', 'Lou', 'Sven'],
        say: ['observer'],
        with: ['by {}', 'made by {}'],
        person: true,
      },
      species: { values: ['osprey', 'heron', 'kestrel'], say: ['species'], with: ['of {}', 'of species {}'] },
      reserve: { values: ['Marsh', 'Dune', 'Fen'], say: ['reserve'], with: ['in {}', 'at {}'] },
      flock: { low: 1, high: 60, say: ['flock'] },
      distance_m: { low: 5, high: 900, say: ['distance'], top: 'farthest', unit: 'm' },
      seen_on: { days: true, did: 'seen' },
    },
  },
  {
    table: 'repairs',
    one: 'repair',
    many: 'repairs',
    columns: {
      repair_no: { key: 'J' },
      mechanic: {
        values: ['Dora', 'Emil', 'Faye', 'Gus'],
        say: ['mechanic'],
        with: ['by {}', 'done by {}'],
        person: true,
      },
      make: { values: ['Volta', 'Ranger', 'Simca'], say: ['make'], with: ['of {}', 'for {}'] },
      outcome: { values: ['fixed', 'scrapped', 'pending'], say: ['outcome'], is: true },
      hours: { low: 1, high: 20, say: ['hours'], unit: 'hours' },
      parts_cost: { low: 10, high: 800, say: ['parts cost'], top: 'most expensive', bottom: 'cheapest' },
      finished_on: { days: true, did: 'finished' },
    },
  },
  {
    table: 'donations',
    one: 'donation',
    many: 'donations',
    columns: {
      donation_id: { key: 'D' },
      donor: { values: ['Quinn', 'Rosa', 'Tariq', 'Uma'], say: ['donor'], with: ['from {}', 'by {}'], person: true },
      campaign: { values: ['roof', 'garden', 'library'], say: ['campaign'], with: ['for {}', 'for the {} campaign'] },
      channel: { values: ['online', 'cash', 'cheque'], say: ['channel'], is: true },
      amount: { low: 5, high: 900, say: ['amount'], top: 'largest', bottom: 'smallest' },
      fee: { low: 1, high: 20, say: ['fee'] },
      given_on: { days: true, did: 'given' },
    },
  },
  {
    table: 'dives',
    one: 'dive',
    many: 'dives',
    columns: {
      dive_no: { key: 'V' },
      diver: {
        values: ['Ada', 'Bjorn', 'Celia', 'Dmitri'],
        say: ['diver'],
        with: ['by {}', 'made by {}'],
        person: true,
      },
      'site.name': { values: ['Reef', 'Wreck', 'Cave'], say: ['site'], with: ['at {}', 'in {}'] },
      'site.country': { values: ['Egypt', 'Malta'], say: ['country'], with: ['in {}'] },
      depth_m: { low: 5, high: 45, say: ['depth'], top: 'deepest', unit: 'm' },
      air_bar: { low: 40, high: 190, say: ['air'] },
      dived_on: { days: true, did: 'made' },
    },
  },
]
