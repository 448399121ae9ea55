// A few possibilities side by side, one of which is chosen.
import { useId } from 'react';

interface Props<T extends string> {
  legend: string;
  value: T;
  options: readonly { value: T; label: string; hint?: string; disabled?: boolean }[];
  onChange: (value: T) => void;
}

export function Choice<T extends string>({ legend, value, options, onChange }: Props<T>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value} title={option.hint} className={option.disabled ? 'disabled' : ''}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled ?? false}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
