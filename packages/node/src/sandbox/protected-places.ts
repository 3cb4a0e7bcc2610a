import { dirname, join } from 'node:path';

/** What other programs run, or obey, without being asked: a way out of the sandbox for whoever may write it. */
const PROTECTED: readonly string[] = [
  ...['.git/hooks', '.git/config', '.bashrc', '.bash_profile', '.profile', '.zshrc', '.zshenv', '.zprofile'],
  ...['.vscode', '.idea', '.cursor', '.npmrc', '.mcp.json', '.envrc'],
  ...['.claude/settings.json', '.claude/settings.local.json', '.claude/hooks'],
];

/** Names the files and directories that stay read-only in a directory and in every one above it; they need not exist. */
export function protectedPlaces(path: string): string[] {
  const parent = dirname(path);
  return [...PROTECTED.map((name) => join(path, name)), ...(parent === path ? [] : protectedPlaces(parent))];
}
