import { defineWords } from '../../../ui/text/language.ts'

/** What is said of the distances of a plan, and of an event that is judged by them. */
export const separationWords = defineWords('plan-separation', {
  en: {
    keeps:
      'Distance: {{before}} m without the burn, {{nominal}} m with it{{off}}. Accepted are {{accepted}} m at least.',
    off: ', {{cold}} m with one 3σ too weak, {{hot}} m with one 3σ too strong',
    sigmaSure:
      '1σ of the distance is {{sigma}} m at the TCA of the message, in all directions together, and grows with later passages; with the burn what is accepted is kept with 3σ to spare.',
    sigmaUnsure:
      '1σ of the distance is {{sigma}} m at the TCA of the message, in all directions together, and grows with later passages: with the burn what is accepted is not kept with 3σ to spare. Ask for tracking first.',
    every: 'Every passage until {{until}} is judged; the nearest with the burn is at {{at}}.',
    one: 'The passage of the message is judged: the objects do not meet again.',
    goDistance: '{{without}} m without the burn, {{with}} m with it (1σ {{sigma}} m); it was planned for {{target}} m.',
    goShort:
      '{{without}} m without the burn, {{with}} m with it (1σ {{sigma}} m): less than the {{target}} m that it was planned for.',
    metres: '{{value}} m',
    missedLeft: 'Without the burn the objects come within {{value}} m, at {{at}}.',
  },
  de: {
    keeps:
      'Abstand: {{before}} m ohne das Manöver, {{nominal}} m damit{{off}}. Akzeptiert sind mindestens {{accepted}} m.',
    off: ', {{cold}} m mit einem 3σ zu schwachen, {{hot}} m mit einem 3σ zu starken',
    sigmaSure:
      '1σ des Abstands ist {{sigma}} m zur TCA der Nachricht, in allen Richtungen zusammen, und wächst bei späteren Begegnungen; mit dem Manöver wird das Akzeptierte mit 3σ Reserve eingehalten.',
    sigmaUnsure:
      '1σ des Abstands ist {{sigma}} m zur TCA der Nachricht, in allen Richtungen zusammen, und wächst bei späteren Begegnungen: Mit dem Manöver wird das Akzeptierte nicht mit 3σ Reserve eingehalten. Zuerst beobachten lassen.',
    every: 'Beurteilt ist jede Begegnung bis {{until}}; die nächste mit dem Manöver ist um {{at}}.',
    one: 'Beurteilt ist die Begegnung der Nachricht: Die Objekte begegnen sich nicht wieder.',
    goDistance: '{{without}} m ohne das Manöver, {{with}} m damit (1σ {{sigma}} m); geplant ist es für {{target}} m.',
    goShort:
      '{{without}} m ohne das Manöver, {{with}} m damit (1σ {{sigma}} m): weniger als die {{target}} m, für die es geplant ist.',
    metres: '{{value}} m',
    missedLeft: 'Ohne das Manöver kommen sich die Objekte um {{at}} auf {{value}} m nahe.',
  },
})
