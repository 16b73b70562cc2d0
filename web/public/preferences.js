// Runs before the first paint, so that theme, density and language never flash. ui/preference.ts defines the choices.
try {
  for (const name of ['theme', 'density', 'language', 'localTime', 'shortcuts', 'sidebar']) {
    const chosen = localStorage.getItem(`apsis-${name}`)
    if (chosen !== null) document.documentElement.dataset[name] = chosen
  }
  document.documentElement.lang = document.documentElement.dataset.language ?? 'en'
} catch {
  // Storage may be forbidden; then no choice is stored.
}
