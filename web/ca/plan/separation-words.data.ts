import { defineWords } from '../../ui/text/language.ts'

/** The words for the distances of a plan, and for an event that is judged by them. */
export const separationWords = defineWords('plan-separation', {
  en: {
    keeps: 'Distance: {{before}} m without the burn, {{nominal}} m with it{{off}}. Accepted: at least {{accepted}} m.',
    off: ', {{cold}} m 3σ too weak, {{hot}} m 3σ too strong',
    sigmaSure:
      '1σ of the distance: {{sigma}} m at the message’s TCA, all directions together, growing later; accepted is kept with 3σ to spare.',
    sigmaUnsure:
      '1σ of the distance: {{sigma}} m at the message’s TCA, all directions together, growing later: accepted is not kept with 3σ to spare. Ask for tracking first.',
    every: 'Judged: every passage until {{until}}; nearest with the burn at {{at}}.',
    one: 'Judged: the passage of the message; the objects do not meet again.',
    goDistance: '{{without}} m without the burn, {{with}} m with it (1σ {{sigma}} m); planned: {{target}} m.',
    goShort: '{{without}} m without the burn, {{with}} m with it (1σ {{sigma}} m): less than planned, {{target}} m.',
    metres: '{{value}} m',
    missedLeft: 'Without the burn the objects come within {{value}} m, at {{at}}.',
  },
  de: {
    keeps: 'Abstand: {{before}} m ohne das Manöver, {{nominal}} m damit{{off}}. Akzeptiert: mindestens {{accepted}} m.',
    off: ', {{cold}} m 3σ zu schwach, {{hot}} m 3σ zu stark',
    sigmaSure:
      '1σ des Abstands: {{sigma}} m zur TCA der Nachricht, alle Richtungen zusammen, später mehr; das Akzeptierte bleibt mit 3σ Reserve eingehalten.',
    sigmaUnsure:
      '1σ des Abstands: {{sigma}} m zur TCA der Nachricht, alle Richtungen zusammen, später mehr: Das Akzeptierte ist nicht mit 3σ Reserve eingehalten. Zuerst beobachten lassen.',
    every: 'Beurteilt: jede Begegnung bis {{until}}; die nächste mit dem Manöver um {{at}}.',
    one: 'Beurteilt: die Begegnung der Nachricht; die Objekte begegnen sich nicht wieder.',
    goDistance: '{{without}} m ohne das Manöver, {{with}} m damit (1σ {{sigma}} m); geplant: {{target}} m.',
    goShort: '{{without}} m ohne das Manöver, {{with}} m damit (1σ {{sigma}} m): weniger als geplant, {{target}} m.',
    metres: '{{value}} m',
    missedLeft: 'Ohne das Manöver kommen sich die Objekte um {{at}} auf {{value}} m nahe.',
  },
})
