/** Why the screening of a plan is not PASS, in words. */
export const SCREENING_REASON_WORDS = {
  en: {
    'target-not-screened': 'The event that the burn is made for could not be screened.',
    'keeps-too-much': 'The event keeps Pc {{pc}}; it has to be at most {{most}}, {{share}} of what is accepted.',
    'strong-leaves-too-much': 'A burn 3σ too strong leaves Pc {{pc}}; accepted is less than {{accepted}}.',
    'weak-leaves-too-much': 'A burn 3σ too weak leaves Pc {{pc}}; accepted is less than {{accepted}}.',
    'denser-leaves-too-much':
      'Air denser than forecast, to its 95th percentile, leaves Pc {{pc}}; accepted is less than {{accepted}}.',
    'thinner-leaves-too-much':
      'Air thinner than forecast, to its 5th percentile, leaves Pc {{pc}}; accepted is less than {{accepted}}.',
    'no-probability-with-burn': '{{object}}, TCA {{tca}}: there is no probability with the burn.',
    'not-accepted-with-burn': '{{object}}, TCA {{tca}}: Pc {{pc}} with the burn, at or above what is accepted.',
    raised: '{{object}}, TCA {{tca}}: the burn raises Pc from {{before}} to {{pc}}.',
    'raised-from-nothing':
      '{{object}}, TCA {{tca}}: Pc {{pc}} with the burn; without it there is no probability to compare with.',
    'outside-volume': '{{share}} % of the new path is inside the volume that the messages came from.',
    'element-sets-alone': 'A message rests on element sets alone.',
    'event-not-screened': 'An event could not be screened: {{obstacle}}.',
    'no-probability': 'there is no probability ({{assessment}})',
    'late-after-drag': 'it is more than a week after the change of area',
    'burn-not-before': 'the burn is not before the closest approach',
    'no-relative-motion': 'the objects do not move past each other',
    'covariance-not-positive-definite': 'the covariance is not positive definite',
    'co-orbiting': 'the objects fly along together',
    'path-meets':
      '{{object}}, TCA {{tca}}: Pc {{nominal}} with the burn, {{hot}} 3σ too strong, {{cold}} 3σ too weak, {{missed}} without it.',
    unknown: 'unknown',
    none: 'none',
    'path-under-way': 'the screening of the new path is under way.',
    'path-failed': 'The screening of the new path failed: {{why}}.',
    'path-cancelled': 'The screening of the new path was cancelled.',
    'path-not-begun': 'The screening of the new path could not begin. {{why}}',
  },
  de: {
    'target-not-screened': 'Das Ereignis, für das das Manöver geplant ist, ließ sich nicht prüfen.',
    'keeps-too-much':
      'Das Ereignis behält Pc {{pc}}; es darf höchstens {{most}} sein, das {{share}}-Fache des Akzeptierten.',
    'strong-leaves-too-much': 'Ein 3σ zu starkes Manöver lässt Pc {{pc}}; akzeptiert ist weniger als {{accepted}}.',
    'weak-leaves-too-much': 'Ein 3σ zu schwaches Manöver lässt Pc {{pc}}; akzeptiert ist weniger als {{accepted}}.',
    'denser-leaves-too-much':
      'Luft, die dichter ist als vorhergesagt, bis zu ihrem 95. Perzentil, lässt Pc {{pc}}; akzeptiert ist weniger als {{accepted}}.',
    'thinner-leaves-too-much':
      'Luft, die dünner ist als vorhergesagt, bis zu ihrem 5. Perzentil, lässt Pc {{pc}}; akzeptiert ist weniger als {{accepted}}.',
    'no-probability-with-burn': '{{object}}, TCA {{tca}}: Mit dem Manöver gibt es keine Wahrscheinlichkeit.',
    'not-accepted-with-burn':
      '{{object}}, TCA {{tca}}: Pc {{pc}} mit dem Manöver; das ist nicht weniger, als akzeptiert ist.',
    raised: '{{object}}, TCA {{tca}}: Das Manöver hebt Pc von {{before}} auf {{pc}}.',
    'raised-from-nothing':
      '{{object}}, TCA {{tca}}: Pc {{pc}} mit dem Manöver; ohne es gibt es keine Wahrscheinlichkeit zum Vergleich.',
    'outside-volume': '{{share}} % der neuen Bahn liegen in dem Volumen, aus dem die Nachrichten kamen.',
    'element-sets-alone': 'Eine Nachricht beruht allein auf Bahnelementsätzen.',
    'event-not-screened': 'Ein Ereignis ließ sich nicht prüfen: {{obstacle}}.',
    'no-probability': 'es gibt keine Wahrscheinlichkeit ({{assessment}})',
    'late-after-drag': 'es liegt mehr als eine Woche nach der Änderung der Fläche',
    'burn-not-before': 'das Manöver liegt nicht vor der größten Annäherung',
    'no-relative-motion': 'die Objekte bewegen sich nicht aneinander vorbei',
    'covariance-not-positive-definite': 'die Kovarianz ist nicht positiv definit',
    'co-orbiting': 'die Objekte fliegen miteinander',
    'path-meets':
      '{{object}}, TCA {{tca}}: Pc {{nominal}} mit dem Manöver, {{hot}} mit einem 3σ zu starken, {{cold}} mit einem 3σ zu schwachen, {{missed}} ohne Manöver.',
    unknown: 'unbekannt',
    none: 'keine Annäherung',
    'path-under-way': 'Das Screening der neuen Bahn läuft.',
    'path-failed': 'Das Screening der neuen Bahn schlug fehl: {{why}}.',
    'path-cancelled': 'Das Screening der neuen Bahn wurde abgebrochen.',
    'path-not-begun': 'Das Screening der neuen Bahn konnte nicht beginnen. {{why}}',
  },
}
