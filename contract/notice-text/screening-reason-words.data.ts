/** The words for the reasons why the screening of a plan is not PASS. */
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
    'only-counted-with-burn':
      '{{object}}, TCA {{tca}}: neither the conjunction plane nor curved orbits give a probability with the burn, and a screening does not count drawn pairs.',
    'no-probability-off-nominal':
      '{{object}}, TCA {{tca}}: there is no probability for a burn that is 3σ too strong or too weak.',
    'no-probability-in-other-air':
      '{{object}}, TCA {{tca}}: there is no probability for air that is denser or thinner than forecast.',
    'not-accepted-with-burn': '{{object}}, TCA {{tca}}: Pc {{pc}} with the burn, at or above what is accepted.',
    'not-accepted-before-burn':
      '{{object}}, TCA {{tca}}: Pc {{pc}}, at or above what is accepted. It comes before the burn, which does not change it: decide it first.',
    raised: '{{object}}, TCA {{tca}}: the burn raises Pc from {{before}} to {{pc}}.',
    'raised-from-nothing':
      '{{object}}, TCA {{tca}}: Pc {{pc}} with the burn; without it there is no probability to compare with.',
    'off-nominal-not-accepted':
      '{{object}}, TCA {{tca}}: a burn 3σ too strong or too weak takes Pc to {{pc}}; accepted is less than {{accepted}}.',
    'keeps-too-little-distance':
      'The objects come within {{distance}} m at {{tca}}; the plan has to keep {{leastDistance}} m.',
    'strong-comes-too-near':
      'A burn 3σ too strong lets the objects come within {{distance}} m at {{tca}}; accepted are {{leastDistance}} m at least.',
    'weak-comes-too-near':
      'A burn 3σ too weak lets the objects come within {{distance}} m at {{tca}}; accepted are {{leastDistance}} m at least.',
    'too-near-with-burn':
      '{{object}}: within {{distance}} m with the burn, at {{tca}}; accepted are {{leastDistance}} m at least.',
    'off-nominal-too-near':
      '{{object}}: a burn 3σ too strong or too weak comes within {{distance}} m, at {{tca}}; accepted are {{leastDistance}} m at least.',
    'other-plan':
      'Another plan of yours, {{object}}, begins at {{from}} and is on its way or was flown: the messages do not hold that burn, and this screening does not fly it.',
    'announced-burn':
      '{{why}} has announced a burn of {{object}} at {{from}}, after the last observation that its message rests on: this screening does not fly it.',
    'other-plan-not-flown':
      'Another plan of this satellite, {{object}}, burns at {{from}}, and the new path is not flown with it: {{along}}.',
    'announced-not-flown':
      '{{object}} has announced a burn of this satellite at {{from}}, and the new path is not flown with it: {{along}}.',
    'burn-held':
      'The ephemeris {{object}} holds the burn of {{from}} already: the new path is not flown on it, or the burn would be flown twice.',
    'burn-may-be-held':
      'The ephemeris {{object}} may hold the burn of {{from}} already: on the new path it may be flown twice.',
    'no-delta-v': 'its Δv is not told',
    axes: 'nobody knows the axes of its Δv',
    differs: 'two announcements of it differ',
    overlap: 'it begins before another burn has ended',
    'by-drag': 'it is a change of area',
    partial: 'it was flown in another size than planned',
    'may-be-held': 'the orbit that is flown from is newer than what is known of it, and may hold it already',
    'burn-half-held': 'a burn of the satellite was going on at the last observation of its message',
    'outside-volume': '{{share}} % of the new path is inside the volume that the messages came from.',
    'element-sets-alone': 'A message rests on element sets alone.',
    'event-not-screened': 'An event could not be screened: {{obstacle}}.',
    'no-probability': 'there is no probability ({{assessment}})',
    'late-after-drag': 'it is more than a week after the change of area',
    'burn-not-before': 'the burn is not before the closest approach',
    'no-relative-motion': 'the objects do not move past each other',
    'covariance-not-positive-definite': 'a covariance is beyond repair',
    'covariance-not-given': 'an object has no covariance',
    'covariance-not-credible': 'a covariance cannot be that of an orbit',
    'message-contradicts-itself': 'the states contradict the miss distance or the relative speed of the message',
    'co-orbiting': 'the objects fly along together',
    'in-blackout': 'The burn lies in a blackout: {{blackout}}, {{from}} to {{to}}.',
    'near-blackout':
      'The burn may lie in a blackout, whose ends are not certain: {{blackout}}, {{from}} to {{to}} at the longest.',
    'blackouts-unknown': 'Whether the burn lies in a blackout is not known: {{unknown}}.',
    'blackouts-unknown-after': 'Blackouts are not known after {{after}}: {{unknown}}. The burn ends later.',
    ENTERED: 'as entered',
    'ENTERED-named': '{{place}}',
    CONTACT: 'a contact',
    'CONTACT-named': 'the contact with {{place}}',
    ECLIPSE: 'the eclipse',
    SHADOW_UNKNOWN: 'the shadow is not known',
    NO_CONTACTS: 'the satellite does not burn in contacts, and no contacts of it are known',
    ORBIT_FAULT: 'the orbit that its contacts are computed from cannot be used ({{why}})',
    ORBIT_ENDS: 'the orbit that its contacts are computed from ends there',
    HORIZON: 'its contacts are not computed further ahead',
    SHADOW: 'the shadow of the Earth is not known at the burn',
    'path-meets':
      '{{object}}, TCA {{tca}}: Pc {{nominal}} with the burn, {{hot}} 3σ too strong, {{cold}} 3σ too weak, {{missed}} without it.',
    'path-announced-burn':
      '{{why}} has announced a burn of {{object}} at {{from}}, before the new path comes near it at {{tca}}: this screening does not fly it.',
    unknown: 'unknown',
    none: 'none',
    'path-under-way': 'the screening of the new path is under way.',
    'path-failed': 'The screening of the new path failed: {{why}}.',
    'path-cancelled': 'The screening of the new path was cancelled.',
    'path-not-begun': 'The screening of the new path could not begin. {{why}}',
    'path-incomplete': 'The new path was not screened to its end.',
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
    'only-counted-with-burn':
      '{{object}}, TCA {{tca}}: Weder die Konjunktionsebene noch gekrümmte Bahnen ergeben mit dem Manöver eine Wahrscheinlichkeit, und ein Screening zählt keine gezogenen Paare aus.',
    'no-probability-off-nominal':
      '{{object}}, TCA {{tca}}: Für ein 3σ zu starkes oder zu schwaches Manöver gibt es keine Wahrscheinlichkeit.',
    'no-probability-in-other-air':
      '{{object}}, TCA {{tca}}: Für Luft, die dichter oder dünner ist als vorhergesagt, gibt es keine Wahrscheinlichkeit.',
    'not-accepted-with-burn':
      '{{object}}, TCA {{tca}}: Pc {{pc}} mit dem Manöver; das ist nicht weniger, als akzeptiert ist.',
    'not-accepted-before-burn':
      '{{object}}, TCA {{tca}}: Pc {{pc}}; das ist nicht weniger, als akzeptiert ist. Es liegt vor dem Manöver, das daran nichts ändert: Entscheiden Sie zuerst darüber.',
    raised: '{{object}}, TCA {{tca}}: Das Manöver hebt Pc von {{before}} auf {{pc}}.',
    'raised-from-nothing':
      '{{object}}, TCA {{tca}}: Pc {{pc}} mit dem Manöver; ohne es gibt es keine Wahrscheinlichkeit zum Vergleich.',
    'off-nominal-not-accepted':
      '{{object}}, TCA {{tca}}: Ein 3σ zu starkes oder zu schwaches Manöver hebt Pc auf {{pc}}; akzeptiert ist weniger als {{accepted}}.',
    'keeps-too-little-distance':
      'Die Objekte kommen sich um {{tca}} auf {{distance}} m nahe; der Plan muss {{leastDistance}} m einhalten.',
    'strong-comes-too-near':
      'Mit einem 3σ zu starken Manöver kommen sich die Objekte um {{tca}} auf {{distance}} m nahe; akzeptiert sind mindestens {{leastDistance}} m.',
    'weak-comes-too-near':
      'Mit einem 3σ zu schwachen Manöver kommen sich die Objekte um {{tca}} auf {{distance}} m nahe; akzeptiert sind mindestens {{leastDistance}} m.',
    'too-near-with-burn':
      '{{object}}: mit dem Manöver um {{tca}} auf {{distance}} m nahe; akzeptiert sind mindestens {{leastDistance}} m.',
    'off-nominal-too-near':
      '{{object}}: mit einem 3σ zu starken oder zu schwachen Manöver um {{tca}} auf {{distance}} m nahe; akzeptiert sind mindestens {{leastDistance}} m.',
    'other-plan':
      'Ein anderer Ihrer Pläne, {{object}}, beginnt um {{from}} und ist auf dem Weg oder wurde geflogen: Die Nachrichten enthalten dieses Manöver nicht, und dieses Screening fliegt es nicht.',
    'announced-burn':
      '{{why}} hat für {{from}} ein Manöver von {{object}} angekündigt, nach der letzten Beobachtung, auf der die Nachricht beruht: Dieses Screening fliegt es nicht.',
    'other-plan-not-flown':
      'Ein anderer Plan dieses Satelliten, {{object}}, manövriert um {{from}}, und die neue Bahn wird nicht damit geflogen: {{along}}.',
    'announced-not-flown':
      '{{object}} hat für {{from}} ein Manöver dieses Satelliten angekündigt, und die neue Bahn wird nicht damit geflogen: {{along}}.',
    'burn-held':
      'Die Ephemeride {{object}} enthält das Manöver von {{from}} schon: Die neue Bahn wird nicht von ihr aus geflogen, sonst würde das Manöver zweimal geflogen.',
    'burn-may-be-held':
      'Die Ephemeride {{object}} enthält das Manöver von {{from}} vielleicht schon: Auf der neuen Bahn wird es vielleicht zweimal geflogen.',
    'no-delta-v': 'sein Δv ist nicht genannt',
    axes: 'niemand kennt die Achsen seines Δv',
    differs: 'zwei Ankündigungen davon unterscheiden sich',
    overlap: 'es beginnt, bevor ein anderes Manöver endet',
    'by-drag': 'es ist eine Änderung der Fläche',
    partial: 'es wurde in anderer Größe geflogen als geplant',
    'may-be-held':
      'die Bahn, von der aus geflogen wird, ist neuer als das, was davon bekannt ist, und enthält es vielleicht schon',
    'burn-half-held': 'zur letzten Beobachtung seiner Nachricht lief gerade ein Manöver des Satelliten',
    'outside-volume': '{{share}} % der neuen Bahn liegen in dem Volumen, aus dem die Nachrichten kamen.',
    'element-sets-alone': 'Eine Nachricht beruht allein auf Bahnelementsätzen.',
    'event-not-screened': 'Ein Ereignis ließ sich nicht prüfen: {{obstacle}}.',
    'no-probability': 'es gibt keine Wahrscheinlichkeit ({{assessment}})',
    'late-after-drag': 'es liegt mehr als eine Woche nach der Änderung der Fläche',
    'burn-not-before': 'das Manöver liegt nicht vor der größten Annäherung',
    'no-relative-motion': 'die Objekte bewegen sich nicht aneinander vorbei',
    'covariance-not-positive-definite': 'eine Kovarianz ist nicht zu reparieren',
    'covariance-not-given': 'ein Objekt hat keine Kovarianz',
    'covariance-not-credible': 'eine Kovarianz kann nicht die einer Bahn sein',
    'message-contradicts-itself':
      'die Zustände widersprechen dem Abstand oder der Relativgeschwindigkeit der Nachricht',
    'co-orbiting': 'die Objekte fliegen miteinander',
    'in-blackout': 'Das Manöver liegt in einer Sperrzeit: {{blackout}}, {{from}} bis {{to}}.',
    'near-blackout':
      'Das Manöver liegt vielleicht in einer Sperrzeit, deren Enden nicht sicher sind: {{blackout}}, längstens {{from}} bis {{to}}.',
    'blackouts-unknown': 'Ob das Manöver in einer Sperrzeit liegt, ist nicht bekannt: {{unknown}}.',
    'blackouts-unknown-after': 'Nach {{after}} sind Sperrzeiten nicht bekannt: {{unknown}}. Das Manöver endet später.',
    ENTERED: 'eingetragen',
    'ENTERED-named': '{{place}}',
    CONTACT: 'ein Kontakt',
    'CONTACT-named': 'der Kontakt mit {{place}}',
    ECLIPSE: 'der Erdschatten',
    SHADOW_UNKNOWN: 'der Schatten ist nicht bekannt',
    NO_CONTACTS: 'Der Satellit zündet nicht in Kontakten, und es sind keine Kontakte bekannt',
    ORBIT_FAULT: 'Die Bahn, aus der seine Kontakte berechnet werden, ist nicht verwendbar ({{why}})',
    ORBIT_ENDS: 'Die Bahn, aus der seine Kontakte berechnet werden, endet dort',
    HORIZON: 'Seine Kontakte werden nicht weiter voraus berechnet',
    SHADOW: 'Der Erdschatten ist zur Zeit des Manövers nicht bekannt',
    'path-meets':
      '{{object}}, TCA {{tca}}: Pc {{nominal}} mit dem Manöver, {{hot}} mit einem 3σ zu starken, {{cold}} mit einem 3σ zu schwachen, {{missed}} ohne Manöver.',
    'path-announced-burn':
      '{{why}} hat für {{from}} ein Manöver von {{object}} angekündigt, bevor die neue Bahn ihm um {{tca}} nahe kommt: Dieses Screening fliegt es nicht.',
    unknown: 'unbekannt',
    none: 'keine Annäherung',
    'path-under-way': 'Das Screening der neuen Bahn läuft.',
    'path-failed': 'Das Screening der neuen Bahn schlug fehl: {{why}}.',
    'path-cancelled': 'Das Screening der neuen Bahn wurde abgebrochen.',
    'path-not-begun': 'Das Screening der neuen Bahn konnte nicht beginnen. {{why}}',
    'path-incomplete': 'Die neue Bahn wurde nicht bis zu ihrem Ende gescreent.',
  },
}
