// `npm run generate`, `npm run generate:check`: everything that is generated, in one process. With `--check` each script only compares.
for (const name of ['generate-schemas', 'generate-configuration', 'generate-validators', 'build-shims'])
  await import(`./${name}.mjs`);
