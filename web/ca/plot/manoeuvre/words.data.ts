import { defineWords } from '../../../ui/text/language.ts'

/** The words of the plots of manoeuvres. */
export const burnPlotWords = defineWords('burn-plot', {
  en: {
    beforeAfter: 'Before and after',
    note: 'Pc of each open event; ring: without the burn, disc: with it',
    caption: 'Events by the burn: {{worse}} worse, {{better}} better, {{same}} unchanged.',
    captionUnknown: 'Without a probability, which says nothing of them: {{count}}.',
    none: 'no probability',
    noneBefore: 'no probability without the burn',
    noneAfter: 'no probability with the burn',
    accepted: 'accepted',
    point: '{{object}}: Pc {{before}} without the burn, {{after}} with it',
    curve: 'Time in the attitude',
    curveNote: 'Pc, mean over the density',
    curveCaption: 'Dashed: the plan, {{hours}} h. Line across: the target.',
    curvePoint: '{{hours}} h: Pc {{pc}}',
    hours: 'h in the attitude',
  },
  de: {
    beforeAfter: 'Vorher und nachher',
    note: 'Pc jedes offenen Ereignisses; Ring: ohne Manöver, Scheibe: mit Manöver',
    caption: 'Ereignisse durch das Manöver: {{worse}} schlechter, {{better}} besser, {{same}} unverändert.',
    captionUnknown: 'Ohne Wahrscheinlichkeit, was nichts über sie sagt: {{count}}.',
    none: 'keine Wahrscheinlichkeit',
    noneBefore: 'ohne Manöver keine Wahrscheinlichkeit',
    noneAfter: 'mit Manöver keine Wahrscheinlichkeit',
    accepted: 'akzeptiert',
    point: '{{object}}: Pc {{before}} ohne Manöver, {{after}} mit Manöver',
    curve: 'Zeit in der Lage',
    curveNote: 'Pc, gemittelt über die Dichte',
    curveCaption: 'Gestrichelt: der Plan, {{hours}} h. Linie quer: das Ziel.',
    curvePoint: '{{hours}} h: Pc {{pc}}',
    hours: 'h in der Lage',
  },
})
