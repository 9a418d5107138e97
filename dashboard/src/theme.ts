import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The accent colour. White text on shade 7 has a contrast of 5.6:1. */
const lichen: MantineColorsTuple = [
  '#eaf7f4',
  '#d6ece7',
  '#aed9d0',
  '#83c5b8',
  '#5fb4a4',
  '#3d9d8d',
  '#2a8779',
  '#1b6f63',
  '#145a50',
  '#0b463e',
];

/** Dark theme: stone grey with a hint of green. */
const dark: MantineColorsTuple = [
  '#dbe1df',
  '#c0c9c6',
  '#a3aeab',
  '#77837f',
  '#46514e',
  '#343e3b',
  '#28312f',
  '#1c2321',
  '#161c1a',
  '#101514',
];

/** Mantine's reds, darker from the sixth shade on, so that text and filled buttons reach 4.5:1. */
const red: MantineColorsTuple = [
  '#fdf0ee',
  '#fbe0dd',
  '#f5c0ba',
  '#ef9d95',
  '#e97c72',
  '#dd5a4f',
  '#cc3d32',
  '#b42318',
  '#971d14',
  '#7a1810',
];

export const theme = createTheme({
  primaryColor: 'lichen',
  primaryShade: { light: 7, dark: 7 },
  colors: { lichen, red, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  headings: { fontWeight: '640', sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.3' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } },
    },
    Tabs: {
      styles: {
        list: { flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' },
        tab: { flexShrink: 0 },
      },
    },
    Modal: {
      styles: { title: { fontWeight: 620, fontSize: '1.05rem' } },
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.4, blur: 2 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // Rendered as `header`, which would be a second banner landmark.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // The placeholder element is invalid inside a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    Loader: { defaultProps: { type: 'dots' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Table: {
      defaultProps: {
        verticalSpacing: 'sm',
        horizontalSpacing: 'var(--findling-gutter)',
        borderColor: 'var(--findling-line)',
      },
    },
  },
});

/** Mantine's default greys and reds lack the contrast for WCAG AA. */
export const variables: CSSVariablesResolver = () => ({
  // Padding of panels; smaller on small screens, see theme.css.
  variables: { '--findling-gutter': 'var(--findling-gutter-here, 20px)' },
  light: {
    '--mantine-color-body': '#fdfdfb',
    '--mantine-color-text': '#1d2624',
    '--mantine-color-dimmed': '#5a6663',
    '--mantine-color-placeholder': '#67736f',
    '--mantine-color-anchor': '#15645a',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': '#d5dad7',
    '--mantine-color-yellow-light': '#fdf3d7',
    '--mantine-color-yellow-light-color': '#5b4608',
    '--findling-surface': '#ffffff',
    '--findling-nav': '#f4f6f3',
    '--findling-line': '#e4e8e5',
    '--findling-quiet': '#f1f4f1',
    '--findling-active': '#e0eeea',
    '--findling-active-text': '#0f5047',
  },
  dark: {
    '--mantine-color-body': '#161c1a',
    '--mantine-color-text': '#dbe1df',
    '--mantine-color-dimmed': '#a3aeab',
    '--mantine-color-placeholder': '#8b9793',
    '--mantine-color-anchor': '#7fcbbd',
    '--mantine-color-error': '#ff9b90',
    '--mantine-color-default-border': '#3b4643',
    '--mantine-color-lichen-light': '#203833',
    '--mantine-color-lichen-light-hover': '#27443e',
    '--mantine-color-lichen-light-color': '#a9e0d5',
    '--mantine-color-red-light': '#3d2321',
    '--mantine-color-red-light-hover': '#4a2a28',
    '--mantine-color-red-light-color': '#ffb4ab',
    '--mantine-color-yellow-light': '#38301a',
    '--mantine-color-yellow-light-color': '#f1dfa8',
    '--findling-surface': '#1c2321',
    '--findling-nav': '#121716',
    '--findling-line': '#2a3330',
    '--findling-quiet': '#222a28',
    '--findling-active': '#203833',
    '--findling-active-text': '#a9e0d5',
  },
});
