/** Whether icons may move. The system and the setting `workbench.reduceMotion` of the editor can both forbid it. */
export function shouldMove(): boolean {
  return (
    !matchMedia('(prefers-reduced-motion: reduce)').matches && !document.body.classList.contains('vscode-reduce-motion')
  );
}
