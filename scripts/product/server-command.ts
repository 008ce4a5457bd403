/**
 * How the server is started, everywhere: what follows `node`. Left alone, V8 gives young objects up
 * to 64 MB on a large machine and keeps them; with 16 MB (twice this limit) purchases cost the same
 * processor time, with 8 MB a third more. `gc` is for what only the start needed.
 */
export const serverCommand = ['--max-semi-space-size=8', '--expose-gc', 'server/main.mjs'] as const
