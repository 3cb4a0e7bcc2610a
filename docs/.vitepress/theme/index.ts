// VitePress' own theme, less its font, in the colours of the playground.
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import '../../../web/src/styles/tokens.css';
import './colours.css';
import './text.css';
import './frame.css';
import './front-door.css';

const theme: Theme = { extends: DefaultTheme };
export default theme;
