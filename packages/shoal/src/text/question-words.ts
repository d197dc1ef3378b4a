// Words of questions: the ones that say nothing, and the ones that say what a question is after, in the languages that
// people most often ask in. A table; German, French, Spanish, Portuguese, Italian, Dutch, Russian, Chinese, Japanese.
import type { Intent } from '@shoal/base/model/question'

/** Words every question has. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all an and any are as at be been by can could do does did for from had has have how i if in into is it its
   me my of on or our please should show so some tell than that the their them then there these they this those to
   us was we were what when where which who whom whose why will with would you your give list find get there's what's`.split(
    /\s+/,
  ),
)

/** The same in other languages, but for the ones that mean something in English: a question with one of them is not. */
export const FOREIGN_STOP_WORDS: ReadonlySet<string> = new Set(
  `der das den dem des ein eine einen einem und oder ist sind gibt es welche welcher welches wie wo wann warum wer mit von
   für auf aus bei nach zu zum zur im alle bitte zeige
   le la les l une du de et ou est quel quelle quels quelles que qui quoi comment où quand pourquoi dans avec il ce cette ces
   el los las una unos unas del y hay qué cuál cuáles cómo dónde cuándo para con en se
   os um uma é são há quais qual onde quando porque em na nos nas da dos das
   lo gli della delle dei degli che dove perché nel nella sono c'è ci
   het een zijn welke wat hoe waar wanneer waarom voor
   что какие какой какая как где когда почему и в на с по для это есть`.split(/\s+/),
)

/** Whole words of alphabets, anywhere in scripts that do not part words. */
function words(alphabetic: string, unparted = ''): RegExp {
  const whole = `(?<![\\p{L}\\p{N}_])(?:${alphabetic})(?![\\p{L}\\p{N}_])`
  return new RegExp(unparted === '' ? whole : `${whole}|${unparted}`, 'iu')
}

export const FOREIGN: Partial<Readonly<Record<Intent, RegExp>>> = {
  errors: words(
    'fehler\\p{L}*|ausnahmen?|abst[uü]rz\\p{L}*|erreurs?|échou\\p{L}*|pannes?|errores?|fall[oó]s?|excepci[oó]n\\p{L}*|erros?|falhas?|exceç\\p{L}*|error[ei]|guast[oi]|eccezion\\p{L}*|fouten?|ошиб\\p{L}*|сбо[йи]\\p{L}*|исключени\\p{L}*',
    '错误|異常|异常|エラー|例外|障害|故障',
  ),
  security: words(
    'sicherheit\\p{L}*|schwachstellen?|lücken?|passw[oö]rt\\p{L}*|sécurité|vulnérab\\p{L}*|failles?|seguridad|vulnerabilidad\\p{L}*|segurança|sicurezza|vulnerabilità|veiligheid|безопасност\\p{L}*|уязвимост\\p{L}*',
    '安全|漏洞|脆弱性|セキュリティ',
  ),
  quality: words(
    'falsch\\p{L}*|riskant\\p{L}*|risik\\p{L}*|f[aä]llt auf|aufgefallen|gefährlich\\p{L}*|risques?|riesgos?|riscos?|risch[io]|риск\\p{L}*|probleme?n?|auff[aä]llig\\p{L}*|verdächtig\\p{L}*|qualität|problèmes?|anomalies?|qualité|bizarres?|problemas?|anomal[ií]as?|calidad|qualidade|problem[ai]|qualità|strano|kwaliteit|problemen|проблем\\p{L}*|качеств\\p{L}*|аномали\\p{L}*|не так',
    '问题|問題|质量|品質|おかしい',
  ),
  distribution: words(
    'verteilung\\p{L}*|aufgeschlüsselt|anteil\\p{L}*|répartition|distribuci[oó]n|distribuição|distribuzione|verdeling|распределени\\p{L}*',
    '分布|分佈|内訳',
  ),
  count: words(
    'wie ?viele?|anzahl|combien|nombre de|cuánt[oa]s|quant[oa]s|quant[ie]|hoeveel|сколько',
    '多少|几个|いくつ|何件',
  ),
  average: words('durchschnitt\\p{L}*|mittelwert|moyennes?|promedio|media|média|gemiddelde?|средн\\p{L}*', '平均'),
  total: words('summe|insgesamt|gesamt\\p{L}*|somme|totaux|suma|soma|somma|totaal|сумм\\p{L}*|итого', '总共|总计|合計'),
  extreme: words(
    'größte\\p{L}*|kleinste\\p{L}*|höchste\\p{L}*|niedrigste\\p{L}*|meisten?|plus (grand|petit)\\p{L}*|mayor(es)?|menor(es)?|maior(es)?|maggior\\p{L}*|grootste|наибольш\\p{L}*|наименьш\\p{L}*',
    '最大|最小|最も',
  ),
  missing: words(
    'fehlen\\p{L}*|fehlt|leere?n?|manquant\\p{L}*|manque\\p{L}*|vides?|faltant\\p{L}*|faltan?|vac[ií]\\p{L}*|ausentes?|vazi\\p{L}*|mancant\\p{L}*|ontbreken\\p{L}*|отсутству\\p{L}*|пропущен\\p{L}*|пуст\\p{L}*',
    '缺失|缺少|欠損|空の',
  ),
  outliers: words('ausreißer\\p{L}*|aberrant\\p{L}*|at[ií]pic\\p{L}*|выброс\\p{L}*', '离群|異常値|外れ値'),
  duplicates: words(
    'doppelte?\\p{L}*|duplikate?|doublons?|duplicad\\p{L}*|duplicat[ie]|dubbele?|дубл\\p{L}*',
    '重复|重複',
  ),
  correlation: words(
    'zusammenh[aä]ng\\p{L}*|korrel\\p{L}*|corrélation\\p{L}*|correlaci[oó]n|correlação|correlazione|коррел\\p{L}*',
    '相关|相関',
  ),
  trend: words(
    'entwicklung|verlauf|tendances?|évolution|tendencias?|tendências?|andamento|тренд\\p{L}*',
    '趋势|傾向|推移',
  ),
  time: words('wann|quand|cuándo|quando|wanneer|когда', '什么时候|何时|いつ'),
  schema: words(
    'spalten?|felder|schema|colonnes?|champs?|columnas?|campos?|colunas?|colonne|campi|kolommen|столбц\\p{L}*|пол[яей]',
    '字段|列|スキーマ|カラム',
  ),
  definition: words('definiert|définie?s?|definid\\p{L}*|definit\\p{L}*|gedefinieerd|определен\\p{L}*', '定义|定義'),
  structure: words(
    'aufbau|struktur|architektur|architecture|estructura|arquitectura|estrutura|struttura|архитектур\\p{L}*|структур\\p{L}*',
    '结构|構造|架构',
  ),
  performance: words(
    'langsam\\p{L}*|leistung|lent\\p{L}*|performances?|rendimiento|desempenho|prestazioni|медленн\\p{L}*|производительност\\p{L}*',
    '性能|慢|遅い',
  ),
  config: words(
    'einstellung\\p{L}*|konfiguration\\p{L}*|paramètres?|configuraci[oó]n|configuração|impostazioni|настро\\p{L}*',
    '配置|設定',
  ),
  cause: words(
    'warum|ursache\\p{L}*|pourquoi|causes?|por qué|causas?|perché|waarom|почему|причин\\p{L}*',
    '为什么|原因|なぜ',
  ),
  summary: words(
    'zusammenfass\\p{L}*|überblick|résum\\p{L}*|aperçu|resumen|resumo|riassunto|samenvatting|обзор|кратко',
    '总结|概要|概述|要約',
  ),
}
