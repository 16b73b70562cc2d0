// Runs before the first paint, so that neither theme, density nor language ever flashes. What is chosen: ui/preference.ts.
try {
  for (const name of ['theme', 'density', 'language', 'localTime', 'shortcuts', 'sidebar']) {
    const chosen = localStorage.getItem(`apsis-${name}`)
    if (chosen !== null) document.documentElement.dataset[name] = chosen
  }
  document.documentElement.lang = document.documentElement.dataset.language ?? 'en'
} catch {
  // Storage may be forbidden; then nothing is chosen.
}
