// Runs before the first paint, so that the chosen theme never flashes. Without a choice the system's holds.
try {
  const theme = localStorage.getItem('apsis-theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the system's theme then holds.
}
