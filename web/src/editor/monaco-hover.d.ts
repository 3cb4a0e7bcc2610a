declare module 'monaco-editor/base/browser/ui/hover/hoverDelegateFactory' {
  export function getDefaultHoverDelegate(placement: 'mouse' | 'element'): unknown;
}
