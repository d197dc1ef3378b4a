// Countries and states by all they are called: a column says TX or USA, and people ask for Texas or American cars.
import { lookup } from '@shoal/base/model/lookup'
import type { RelationColumn } from '@shoal/base/model/relation'
import { normal } from './normal.ts'

/** Words for a region, and the values of a column that mean it. Codes are keys in capitals: "US" is a name, "us" a word. */
export type RegionWords = ReadonlyMap<string, readonly string[]>

interface Region {
  readonly codes: readonly string[]
  /** Normal forms: its names, and what comes from there is called. */
  readonly names: readonly string[]
}

type Listed = readonly { readonly text: string }[] | null

type Gazetteer = ReadonlyMap<string, Region>

/** ISO 3166: the code of two letters and the one of three. The names are those of Unicode. */
const CODES =
  'ADAND AEARE AFAFG AGATG ALALB AMARM AOAGO ARARG ATAUT AUAUS AZAZE BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BMBMU BNBRN BOBOL BRBRA BSBHS BTBTN BWBWA BYBLR BZBLZ CACAN CDCOD CFCAF CGCOG CHCHE CICIV CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY ERERI ESESP ETETH FIFIN FJFJI FRFRA GAGAB GBGBR GDGRD GEGEO GHGHA GIGIB GLGRL GMGMB GNGIN GQGNQ GRGRC GTGTM GWGNB GYGUY HKHKG HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR ININD IQIRQ IRIRN ISISL ITITA JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KMCOM KPPRK KRKOR KWKWT KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MGMDG MKMKD MLMLI MMMMR MNMNG MOMAC MRMRT MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NENER NGNGA NINIC NLNLD NONOR NPNPL NZNZL OMOMN PAPAN PEPER PGPNG PHPHL PKPAK PLPOL PRPRI PSPSE PTPRT PYPRY QAQAT ROROU RSSRB RURUS RWRWA SASAU SCSYC SDSDN SESWE SGSGP SISVN SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SYSYR SZSWZ TDTCD TGTGO THTHA TJTJK TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TWTWN TZTZA UAUKR UGUGA USUSA UYURY UZUZB VAVAT VEVEN VNVNM WSWSM YEYEM ZAZAF ZMZMB ZWZWE'

/** Other names, and what comes from there. Endings such as "Brazilian" are formed elsewhere, where a column has the name. */
const CALLED: Readonly<Record<string, string>> = {
  AE: 'UAE, Emirates, Emirati',
  AR: 'Argentine, Argentinian',
  AT: 'Austrian',
  AU: 'Australian, Aussie',
  BE: 'Belgian',
  BR: 'Brazilian',
  CA: 'Canadian',
  CH: 'Swiss',
  CI: 'Ivory Coast, Ivorian',
  CL: 'Chilean',
  CN: 'Chinese, People’s Republic of China',
  CO: 'Colombian',
  CD: 'Democratic Republic of the Congo, DR Congo',
  CZ: 'Czech, Czech Republic',
  DE: 'German',
  DK: 'Danish',
  EE: 'Estonian',
  EG: 'Egyptian',
  ES: 'Spanish',
  FI: 'Finnish',
  FR: 'French',
  GB: 'UK, U.K., Britain, Great Britain, British',
  GR: 'Greek',
  HK: 'Hong Kong',
  HR: 'Croatian',
  HU: 'Hungarian',
  ID: 'Indonesian',
  IE: 'Irish, Republic of Ireland',
  IL: 'Israeli',
  IN: 'Indian',
  IR: 'Iranian',
  IS: 'Icelandic',
  IT: 'Italian',
  JP: 'Japanese',
  KE: 'Kenyan',
  KP: 'North Korean',
  KR: 'South Korean, Korea, Korean, Republic of Korea',
  LT: 'Lithuanian',
  LV: 'Latvian',
  MA: 'Moroccan',
  MM: 'Myanmar, Burma, Burmese',
  MX: 'Mexican',
  MY: 'Malaysian',
  NG: 'Nigerian',
  NL: 'Dutch, Holland, The Netherlands',
  NO: 'Norwegian',
  NZ: 'New Zealander',
  PE: 'Peruvian',
  PH: 'Filipino, Philippine',
  PK: 'Pakistani',
  PL: 'Polish',
  PS: 'Palestine, Palestinian',
  PT: 'Portuguese',
  RO: 'Romanian',
  RS: 'Serbian',
  RU: 'Russian, Russian Federation',
  SA: 'Saudi, Saudi Arabian',
  SE: 'Swedish',
  SG: 'Singaporean',
  SI: 'Slovenian',
  SK: 'Slovakian, Slovak',
  TH: 'Thai',
  TR: 'Turkey, Turkish',
  TW: 'Taiwanese',
  UA: 'Ukrainian',
  US: 'USA, U.S., U.S.A., United States of America, America, American',
  VE: 'Venezuelan',
  VN: 'Vietnamese, Viet Nam',
  ZA: 'South African',
}

const STATES =
  'AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, PR Puerto Rico, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming'

const KINDS = [
  { regions: once(countries), isCalled: /countr|nation|origin|market/i },
  { regions: once(states), isCalled: /state|province/i },
]

/** Of a column most of whose values are countries, or states; nothing for any other. */
export function regionsOf({ name, kind }: RelationColumn, listed: Listed): { readonly regions?: RegionWords } {
  if (kind !== 'text' || listed === null) return {}
  const values = listed.map(({ text }) => text)
  const kinds = KINDS.map(({ regions, isCalled }) => ({
    found: values.flatMap(value => {
      const region = regionOf(value, regions())
      return region ? [{ value, region }] : []
    }),
    isNamed: isCalled.test(name),
  })).filter(({ found, isNamed }) => found.length * 3 >= values.length * 2 && found.length >= (isNamed ? 1 : 3))
  const [best, other] = kinds.sort((a, b) => b.found.length - a.found.length || Number(b.isNamed) - Number(a.isNamed))
  // DE, CA and IN may be states or countries.
  if (!best || (other && other.found.length === best.found.length && other.isNamed === best.isNamed)) return {}
  const written = new Set(values.map(normal))
  const words = new Map<string, string[]>()
  for (const { value, region } of best.found)
    for (const word of [...region.names.filter(name => !written.has(name)), ...region.codes])
      words.set(word, [...(words.get(word) ?? []), value])
  return { regions: words }
}

function regionOf(value: string, regions: Gazetteer): Region | undefined {
  return regions.get(/^[A-Z]{2,3}$/.test(value.trim()) ? value.trim() : normal(value))
}

function countries(): Gazetteer {
  const display = new Intl.DisplayNames('en', { type: 'region' })
  return gazetteer(
    CODES.split(' ').map(pair => {
      const code = pair.slice(0, 2)
      const names = [display.of(code) ?? code, ...(lookup(CALLED, code)?.split(', ') ?? [])]
      return { codes: [code, pair.slice(2), ...names.filter(name => /^[A-Z]{2,3}$/.test(name))], names }
    }),
  )
}

function states(): Gazetteer {
  return gazetteer(STATES.split(', ').map(row => ({ codes: [row.slice(0, 2)], names: [row.slice(3)] })))
}

function gazetteer(rows: readonly Region[]): Gazetteer {
  const all = new Map<string, Region>()
  for (const { codes, names } of rows) {
    const region = { codes: [...new Set(codes)], names: names.map(normal) }
    for (const word of [...region.codes, ...region.names]) all.set(word, region)
  }
  return all
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
