import { defineWords } from '../../ui/text/language.ts'

/** The words for events that a plan leaves out of its screening. */
export const leftOutWords = defineWords('plan.left-out', {
  en: {
    MOVES: 'objects that can manoeuvre',
    PAYLOAD: 'payloads',
    ROCKET_BODY: 'rocket bodies',
    DEBRIS: 'debris',
    UNKNOWN: 'unknown objects',
    events_one: '1 event by itself',
    events_other: '{{count}} events by themselves',
    why_MOVES: 'left out: can manoeuvre',
    why_PAYLOAD: 'left out: payload',
    why_ROCKET_BODY: 'left out: rocket body',
    why_DEBRIS: 'left out: debris',
    why_UNKNOWN: 'left out: unknown object',
    why_CHOSEN: 'left out by itself',
    claim: 'Left out of the screening: {{what}}, by {{by}} at {{at}}, until {{until}}.',
    lapsed: 'Left out of the screening until {{until}}, by {{by}}: {{what}}. They count again.',
    ignition: 'ignition',
    counted: 'All that count',
    withLeftOut: 'With those left out',
    independent: '{{name}}, independent',
    most_one:
      '{{name}}, at most: {{objects}} comes more than once and counts with its sum; different objects independent',
    most_other:
      '{{name}}, at most: {{objects}} come more than once and count with their sums; different objects independent',
    least: '{{name}}, at least: of each object the largest',
  },
  de: {
    MOVES: 'manövrierfähige Objekte',
    PAYLOAD: 'Nutzlasten',
    ROCKET_BODY: 'Oberstufen',
    DEBRIS: 'Trümmer',
    UNKNOWN: 'unbekannte Objekte',
    events_one: '1 einzelnes Ereignis',
    events_other: '{{count}} einzelne Ereignisse',
    why_MOVES: 'weggelassen: manövrierfähig',
    why_PAYLOAD: 'weggelassen: Nutzlast',
    why_ROCKET_BODY: 'weggelassen: Oberstufe',
    why_DEBRIS: 'weggelassen: Trümmer',
    why_UNKNOWN: 'weggelassen: unbekanntes Objekt',
    why_CHOSEN: 'einzeln weggelassen',
    claim: 'Im Screening weggelassen: {{what}}, von {{by}} um {{at}}, bis {{until}}.',
    lapsed: 'Im Screening weggelassen bis {{until}}, von {{by}}: {{what}}. Sie zählen wieder.',
    ignition: 'zur Zündung',
    counted: 'Alle, die zählen',
    withLeftOut: 'Mit den weggelassenen',
    independent: '{{name}}, unabhängig',
    most_one:
      '{{name}}, höchstens: {{objects}} kommt mehrmals und zählt mit seiner Summe; verschiedene Objekte unabhängig',
    most_other:
      '{{name}}, höchstens: {{objects}} kommen mehrmals und zählen mit ihren Summen; verschiedene Objekte unabhängig',
    least: '{{name}}, mindestens: von jedem Objekt das größte',
  },
})
