// Runs before the first paint, so that a chosen theme does not flash.
(function () {
  try {
    var chosen = localStorage.getItem('chaos-theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch (e) { /* a page from disk may have no storage: the system decides */ }
})();
