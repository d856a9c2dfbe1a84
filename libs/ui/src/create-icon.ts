import { createElement, type SVGProps } from 'react';

interface IconData {
  name: string;
  node: readonly (readonly [tag: string, attributes: object])[];
  aliases?: readonly string[];
}

/**
 * Replaces Lucide's function of this name in builds (build/lean-icons.mjs in libs/federation). The markup is the same, but
 * no provider can set size and stroke of all icons. Lucide's code computes each attribute at each render, and is 0.8 KB
 * larger in every bundle.
 */
export default function createLucideIcon({ name, node, aliases = [] }: IconData) {
  const classes = ['lucide', ...[name, ...aliases].map((each) => `lucide-${each}`)].join(' ');
  return (props: SVGProps<SVGSVGElement> & { size?: number | string }) => {
    const { size = 24, color = 'currentColor', strokeWidth = 2, className, children, ...rest } = props;
    const isNamed =
      children || Object.entries(rest).some(([key, value]) => /^(aria-|role$|title$)/.test(key) && value != null);
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: color,
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${classes} ${className}` : classes,
        'aria-hidden': isNamed ? undefined : 'true',
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    );
  };
}
